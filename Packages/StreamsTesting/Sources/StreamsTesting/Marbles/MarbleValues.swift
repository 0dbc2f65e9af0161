/// Which values the letters of a marble string stand for.
///
/// Write it as a dictionary: `["a": 1, "b": 2]`. The defaults are ``letters`` for text and ``digits`` for small
/// numbers.
public struct MarbleValues<Output>: ExpressibleByDictionaryLiteral {
  /// Names that are given, in their order.
  @usableFromInline let pairs: [(name: Character, value: Output)]
  /// What other names stand for.
  @usableFromInline let rule: (Character) -> Output?

  /// The names and their values. If a name occurs twice, the first one counts.
  public init(_ pairs: [(Character, Output)]) {
    // Many are looked up by a table, few more quickly in their order.
    let table = pairs.count > 16 ? Dictionary(pairs.map { ($0, $1) }) { first, _ in first } : [:]
    self.init(pairs: pairs.map { ($0, $1) }) { table[$0] }
  }

  /// The names and their values.
  public init(dictionaryLiteral elements: (Character, Output)...) { self.init(elements) }

  /// Values created from their names; nil for a name without a value.
  public init(_ rule: @escaping (Character) -> Output?) { self.init(pairs: [], rule: rule) }

  private init(pairs: [(name: Character, value: Output)], rule: @escaping (Character) -> Output?) {
    self.pairs = pairs
    self.rule = rule
  }

  /// The value of `name`; nil if it has none.
  @inlinable public subscript(name: Character) -> Output? {
    if pairs.count <= 16 {
      for pair in pairs where pair.name == name { return pair.value }
    }
    return rule(name)
  }
}

extension MarbleValues {
  /// The default: names stand for themselves as texts and characters, and digits for their numbers. Names of values of
  /// other types stand for nothing.
  @inlinable public static var standard: MarbleValues {
    MarbleValues { name in
      (String(name) as? Output) ?? (name as? Output) ?? (name.isASCII ? name.wholeNumberValue : nil) as? Output
    }
  }
}

extension MarbleValues<String> {
  /// Every name stands for itself, as a text of one character.
  @inlinable public static var letters: MarbleValues { .standard }
}

extension MarbleValues<Int> {
  /// The digits stand for their numbers.
  @inlinable public static var digits: MarbleValues { .standard }
}

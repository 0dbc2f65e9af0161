/// The values of the letters of a marble string.
///
/// Write it as a dictionary: `["a": 1, "b": 2]`. A name is a letter, a digit or a visible character outside ASCII.
/// Characters that look like marks, such as `–`, are none. Without values, each name is its own value as text and, where
/// `Int` is expected, each digit its number. This is so in `expect` as well as in `hot` and `cold`.
public struct MarbleValues<Output>: ExpressibleByDictionaryLiteral {
  let pairs: [(name: Character, value: Output)]
  private let rule: (Character) -> Output?

  /// Creates the values from names and values. If a name occurs twice, the first one counts.
  public init(_ pairs: [(Character, Output)]) {
    let values = pairs.map(\.1)
    // Specialised, unlike a dictionary of the values.
    let numbers = Dictionary(zip(pairs.map(\.0), values.indices)) { first, _ in first }
    self.init(pairs) { name in numbers[name].map { values[$0] } }
  }

  /// Creates the values from names and values.
  public init(dictionaryLiteral elements: (Character, Output)...) { self.init(elements) }

  init(_ pairs: [(Character, Output)] = [], rule: @escaping (Character) -> Output?) {
    self.pairs = pairs.map { ($0, $1) }
    self.rule = rule
  }

  /// Returns the value of `name`, or nil if it has none.
  subscript(name: Character) -> Output? { rule(name) }
}

extension MarbleValues {
  /// The default: names are their own values for text and characters, digits are numbers for `Int`. For other
  /// types, names have no values.
  public static var standard: MarbleValues {
    MarbleValues(rule: { name in
      let number = name.asciiValue.flatMap { Character.digits ~= $0 ? Int($0 - UInt8(ascii: "0")) : nil }
      // Without a cast, which takes longer than reading the name.
      if Output.self == Int.self { return number.map { unsafeBitCast($0, to: Output.self) } }
      return (String(name) as? Output) ?? (name as? Output) ?? number as? Output
    })
  }
}

extension MarbleValues<Int> {
  /// Each digit is its number.
  public static var digits: MarbleValues { .standard }
}

extension MarbleValues {
  /// Throws an error if a name cannot occur in marbles. O(n).
  func check(for marble: Marble) throws(MarbleError) {
    guard let (name, _) = pairs.first(where: { !$0.name.isMarbleName }) else { return }
    throw MarbleError(
      "'\(name)' in 'values:' cannot be a name; names are letters, digits and visible characters outside ASCII",
      in: marble.text, at: Array(marble.text).firstIndex(of: name) ?? 0)
  }

  func problem(of name: Character) -> String {
    let known = pairs.map { "\($0.name)" }.joined(separator: ", ")
    return "'\(name)' has no value" + (known.isEmpty ? "; pass one in 'values:'" : "; there are values for \(known)")
  }

  /// The values by name, for example `a = 10, b = 20`, without values that equal their names. It is one line: line
  /// breaks and tabs in values are written as signs.
  func legend(_ describe: (Output) -> String = { shown($0) }) -> String {
    pairs.filter { "\($0.value)" != String($0.name) }.map { "\($0.name) = \(describe($0.value).line)" }
      .joined(separator: ", ")
  }
}

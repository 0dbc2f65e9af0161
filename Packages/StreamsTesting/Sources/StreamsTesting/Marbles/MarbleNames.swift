/// Gives the values of recordings a name of one character each, and equal values the same.
struct MarbleNames<Output> {
  private(set) var legend: [(name: Character, value: Output)] = []
  private let areEqual: (Output, Output) -> Bool
  private var taken: Set<Character> = []
  /// Letters before this one are taken.
  private var nextLetter = 0
  /// The places of values in the legend, if they can be looked up.
  private var places: [AnyHashable: Int] = [:]
  /// Whether what cannot be found in `places` is new.
  private let isExact: Bool

  /// Names that are known already, and how to tell values apart.
  ///
  /// - Parameter isExact: Whether `areEqual` is the `==` of the values.
  init(_ values: MarbleValues<Output>?, by areEqual: @escaping (Output, Output) -> Bool, isExact: Bool = false) {
    self.areEqual = areEqual
    self.isExact = isExact
    for pair in values?.pairs ?? [] where taken.insert(pair.name).inserted { add(pair.name, pair.value) }
  }

  /// Gives `value` this name, unless it has one, or the name is another's.
  mutating func reserve(_ name: Character, for value: Output) {
    guard !taken.contains(name), !legend.contains(where: { areEqual($0.value, value) }) else { return }
    taken.insert(name)
    add(name, value)
  }

  /// The name of `value`, a new one if it has none.
  mutating func name(of value: Output) -> Character {
    if let known = known(value) { return known }
    let name = freeName(for: value)
    taken.insert(name)
    add(name, value)
    return name
  }

  private func known(_ value: Output) -> Character? {
    if let key = value as? any Hashable {
      if let place = places[AnyHashable(key)] {
        if areEqual(legend[place].value, value) { return legend[place].name }
      } else if isExact {
        return nil
      }
    }
    return legend.first { areEqual($0.value, value) }?.name
  }

  private mutating func add(_ name: Character, _ value: Output) {
    legend.append((name, value))
    guard let key = value as? any Hashable else { return }
    if places[AnyHashable(key)] == nil { places[AnyHashable(key)] = legend.count - 1 }
  }

  /// The value's own text if that is one letter or digit of ASCII, otherwise the next letter.
  private mutating func freeName(for value: Output) -> Character {
    let text = "\(value)"
    if text.utf8.count == 1, let own = text.first, own.isLetter || own.isNumber, !taken.contains(own) { return own }
    while let letter = Self.letter(nextLetter) {
      nextLetter += 1
      if !taken.contains(letter) { return letter }
    }
    return "?"
  }

  /// Letters from a to Z, and then Chinese ones, of which there are enough for every recording.
  private static func letter(_ index: Int) -> Character? {
    let latin = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
    if index < latin.count { return Character(Unicode.Scalar(latin[latin.index(latin.startIndex, offsetBy: index)])) }
    let chinese = 0x4E00 + index - latin.count
    return chinese <= 0x9FA5 ? Unicode.Scalar(chinese).map(Character.init) : nil
  }
}

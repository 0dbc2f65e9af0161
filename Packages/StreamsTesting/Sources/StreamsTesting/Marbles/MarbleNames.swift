/// Gives the values of recordings a name of one character each, and equal values the same.
struct MarbleNames<Output> {
  private(set) var legend: [(name: Character, value: Output)] = []
  private let areEqual: (Output, Output) -> Bool
  private var taken: Set<Character> = []

  /// Names that are known already, and how to tell values apart.
  init(_ values: MarbleValues<Output>?, by areEqual: @escaping (Output, Output) -> Bool) {
    self.areEqual = areEqual
    for pair in values?.pairs ?? [] where taken.insert(pair.name).inserted { legend.append(pair) }
  }

  /// Gives `value` this name, unless it has one, or the name is another's.
  mutating func reserve(_ name: Character, for value: Output) {
    guard !taken.contains(name), !legend.contains(where: { areEqual($0.value, value) }) else { return }
    taken.insert(name)
    legend.append((name, value))
  }

  /// The name of `value`, a new one if it has none.
  mutating func name(of value: Output) -> Character {
    if let known = legend.first(where: { areEqual($0.value, value) }) { return known.name }
    let name = freeName(for: value)
    taken.insert(name)
    legend.append((name, value))
    return name
  }

  /// The value's own text if that is one letter or digit, otherwise the next letter.
  private func freeName(for value: Output) -> Character {
    let text = "\(value)"
    if text.count == 1, let own = text.first, own.isLetter || own.isNumber, !taken.contains(own) { return own }
    if let letter = Self.latin.first(where: { !taken.contains($0) }) { return letter }
    return (0x4E00...0x9FA5).lazy.map(Self.character).first { !taken.contains($0) } ?? "?"
  }

  private static var latin: [Character] { Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") }

  /// Chinese letters, of which there are enough for every diagram.
  private static func character(_ scalar: Int) -> Character { Character(Unicode.Scalar(scalar) ?? "?") }
}

/// Assigns a one-character name to each value of recordings, the same name to equal values.
struct MarbleNames<Output: Equatable> {
  private var pairs: [(Character, Output)] = []
  private var taken: Set<Character> = []
  private var nextLetter = 0
  private var names: [AnyHashable: Character] = [:]

  /// Starts with known names that can be read. If a name occurs twice, the first one counts.
  init(_ values: MarbleValues<Output>? = nil) {
    for pair in values?.pairs ?? [] where pair.name.isMarbleName && !taken.contains(pair.name) {
      add(pair.name, pair.value)
    }
  }

  /// The values by their names.
  var values: MarbleValues<Output> { MarbleValues(pairs) }

  /// Assigns `name` to `value`, unless the value has a name, or the name is taken.
  mutating func reserve(_ name: Character, for value: Output) {
    if !taken.contains(name), known(value) == nil { add(name, value) }
  }

  mutating func name(of value: Output) -> Character {
    if let known = known(value) { return known }
    let name = freeName(for: value)
    add(name, value)
    return name
  }

  private func known(_ value: Output) -> Character? {
    if let key = value as? AnyHashable { return names[key] }
    return pairs.first { $0.1 == value }?.0
  }

  private mutating func add(_ name: Character, _ value: Output) {
    taken.insert(name)
    pairs.append((name, value))
    if let key = value as? AnyHashable, names[key] == nil { names[key] = name }
  }

  /// Returns the value's own text if it is one ASCII letter or digit, otherwise the next free letter, `?` if none is.
  private mutating func freeName(for value: Output) -> Character {
    let text = "\(value)"
    if text.utf8.count == 1, let own = text.first, own.isLetter || own.isNumber, !taken.contains(own) { return own }
    while let letter = Self.letter(nextLetter) {
      nextLetter += 1
      if !taken.contains(letter) { return letter }
    }
    return "?"
  }

  /// Returns a letter from a to Z, then one of 20,902 Chinese characters, then nil.
  private static func letter(_ index: Int) -> Character? {
    let latin = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
    if index < latin.count { return Character(Unicode.Scalar(latin[latin.index(latin.startIndex, offsetBy: index)])) }
    let chinese = 0x4E00 + index - latin.count
    return chinese <= 0x9FA5 ? Unicode.Scalar(chinese).map(Character.init) : nil
  }
}

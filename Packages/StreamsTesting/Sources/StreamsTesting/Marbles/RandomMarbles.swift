/// Generates the same marble strings for the same seed.
struct RandomMarbles {
  private static let longest = 12

  private var random: SeededGenerator
  private let letters: [Character]
  private let endings: [Character]

  init(seed: UInt64, letters: String, endings: String) {
    random = SeededGenerator(seed: seed)
    self.letters = letters.isEmpty ? ["a"] : Array(letters)
    self.endings = Array(endings)
  }

  mutating func next() -> String {
    var text = ""
    for _ in 0..<number(below: Self.longest + 1) {
      switch number(below: 8) {
      case 0...2: text += String(repeating: "-", count: 1 + number(below: 4))
      case 3: text += "(\(String((0..<2 + number(below: 2)).map { _ in letter() })))"
      default: text.append(letter())
      }
    }
    guard !endings.isEmpty else { return text }
    let end = endings[number(below: endings.count)]
    return end == " " ? text : text + String(end)
  }

  /// Returns strings that are smaller than `text` in one respect, the smallest first: fewer symbols, no groups, the
  /// first letter.
  func smaller(than text: String) -> [String] {
    let symbols = Array(text)
    var candidates: [[Character]] = []
    var length = (symbols.count + 1) / 2
    while length > 0 {
      for start in stride(from: 0, through: symbols.count - length, by: length) {
        candidates.append(Array(symbols[..<start] + symbols[(start + length)...]))
      }
      length /= 2
    }
    for opening in symbols.indices where symbols[opening] == "(" {
      guard let closing = symbols[opening...].firstIndex(of: ")") else { continue }
      var ungrouped = symbols
      ungrouped.remove(at: closing)
      ungrouped.remove(at: opening)
      candidates.append(ungrouped)
    }
    for letter in Set(symbols).intersection(letters).subtracting(letters.prefix(1)).sorted() {
      candidates.append(symbols.map { $0 == letter ? letters[0] : $0 })
    }
    return candidates.map { String($0) }.filter { (try? Marble($0, frame: .milliseconds(1))) != nil }
  }

  private mutating func letter() -> Character { letters[number(below: letters.count)] }
  private mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}

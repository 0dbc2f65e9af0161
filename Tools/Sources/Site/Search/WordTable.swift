/// Words and the sections they are in.
struct WordTable {
  private var sections: [[UInt8]: [Int32]] = [:]
  private var section: Int32 = 0

  /// Starts the next section.
  mutating func endSection() { section += 1 }

  /// Notes that `word` is in the current section.
  mutating func note(_ word: some Collection<UInt8>) {
    let section = section
    func add(_ list: inout [Int32]) {
      if list.last != section { list.append(section) }
    }
    add(&sections[Array(word), default: []])
  }

  /// Calls `body` with the words in the order of their bytes, each with its sections.
  func forEachSorted(_ body: (_ word: [UInt8], _ sections: [Int32]) -> Void) {
    for (word, sections) in sections.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { body(word, sections) }
  }
}

/// Numbers as few printable characters: five bits each, and one that says whether more follow.
enum SearchNumber {
  static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 32 {
      bytes.append(digits[32 | (rest & 31)])
      rest >>= 5
    }
    bytes.append(digits[rest])
  }
}

/// Words and the sections they are in, in a hash table that allocates once per word.
struct WordTable {
  private struct Entry {
    var hash: UInt64
    var start: Int32
    var count: Int32
    /// The last section that was noted.
    var last: Int32
    /// How many sections were noted.
    var uses: Int32
    /// The sections, each as the distance from the one before.
    var sections: [UInt8]
  }

  private var slots = [Int32](repeating: -1, count: 1 << 12)
  private var entries: [Entry] = []
  private var text: [UInt8] = []

  /// Notes that `word` is in `section`. Sections come in order.
  mutating func note(_ word: ArraySlice<UInt8>, in section: Int32) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, isWord(word, at: index) {
        guard entries[index].last != section else { return }
        SearchNumber.append(Int(section - entries[index].last), to: &entries[index].sections)
        entries[index].last = section
        entries[index].uses += 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(entries.count)
    var sections: [UInt8] = []
    SearchNumber.append(Int(section) + 1, to: &sections)
    entries.append(
      Entry(hash: hash, start: Int32(text.count), count: Int32(word.count), last: section, uses: 1, sections: sections))
    text.append(contentsOf: word)
    if entries.count * 2 > slots.count { grow() }
  }

  /// The words in the order of their bytes, each with its sections.
  func sorted() -> [(word: ArraySlice<UInt8>, uses: Int, sections: [UInt8])] {
    entries.map { (text[Int($0.start)..<Int($0.start + $0.count)], Int($0.uses), $0.sections) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
  }

  private func isWord(_ word: ArraySlice<UInt8>, at index: Int) -> Bool {
    let start = Int(entries[index].start)
    guard word.count == Int(entries[index].count) else { return false }
    return text[start..<(start + word.count)].elementsEqual(word)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash ^ (entry.hash >> 32)) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
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

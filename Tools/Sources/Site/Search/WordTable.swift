/// Words and the sections they are in.
///
/// The hash table holds words; that a word is in a section is one number in a list, which is put in the order of the
/// words only at the end. So noting a word allocates nothing.
struct WordTable {
  private struct Entry {
    var hash: UInt64
    var start: Int32
    var count: Int32
    /// The last section that was noted.
    var last: Int32
    /// How many sections were noted.
    var uses: Int32
  }

  private var slots = [Int32](repeating: -1, count: 1 << 12)
  private var entries: [Entry] = []
  private var text: [UInt8] = []
  /// The words of all sections, one section after the other.
  private var notes: [Int32] = []
  /// Where each section's words end in `notes`.
  private var ends: [Int32] = []

  /// Starts the next section.
  mutating func endSection() {
    ends.append(Int32(notes.count))
  }

  /// Notes that `word` is in the current section.
  mutating func note(_ word: UnsafeBufferPointer<UInt8>) {
    let section = Int32(ends.count)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, isWord(word, at: index) {
        guard entries[index].last != section else { return }
        entries[index].last = section
        entries[index].uses += 1
        notes.append(Int32(index))
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(entries.count)
    notes.append(Int32(entries.count))
    entries.append(
      Entry(hash: hash, start: Int32(text.count), count: Int32(word.count), last: section, uses: 1))
    text.append(contentsOf: word)
    if entries.count * 2 > slots.count { grow() }
  }

  /// Calls `body` with the words in the order of their bytes, each with its sections.
  func forEachSorted(_ body: (_ word: ArraySlice<UInt8>, _ sections: ArraySlice<Int32>) -> Void) {
    var starts = [Int32](repeating: 0, count: entries.count + 1)
    for (index, entry) in entries.enumerated() { starts[index + 1] = starts[index] + entry.uses }
    var places = starts
    var sections = [Int32](repeating: 0, count: notes.count)
    var note = 0
    for (section, end) in ends.enumerated() {
      while note < end {
        let word = Int(notes[note])
        sections[Int(places[word])] = Int32(section)
        places[word] += 1
        note += 1
      }
    }
    for index in entries.indices.sorted(by: { word($0).lexicographicallyPrecedes(word($1)) }) {
      body(word(index), sections[Int(starts[index])..<Int(starts[index + 1])])
    }
  }

  private func word(_ index: Int) -> ArraySlice<UInt8> {
    let start = Int(entries[index].start)
    return text[start..<(start + Int(entries[index].count))]
  }

  private func isWord(_ word: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let start = Int(entries[index].start)
    guard word.count == Int(entries[index].count) else { return false }
    for offset in 0..<word.count where text[start + offset] != word[offset] { return false }
    return true
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

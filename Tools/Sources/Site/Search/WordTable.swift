import Foundation

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
  }

  private var slots = [Int32](repeating: -1, count: 1 << 12)
  private var entries: [Entry] = []
  private var text: [UInt8] = []
  /// The words of all sections, one section after the other.
  private var notes: [Int32] = []
  /// Where each section's words end in `notes`.
  private var ends: [Int32] = []
  /// How many sections were ever started, also those whose place others have taken since.
  private var section: Int32 = 0

  init() {}

  /// Starts the next section.
  mutating func endSection() {
    ends.append(Int32(notes.count))
    section += 1
  }

  /// Notes that `word` is in the current section.
  mutating func note(_ word: UnsafeBufferPointer<UInt8>) {
    let hash = Self.hash(word)
    let (slot, found) = place(of: word, hash: hash)
    if found >= 0 {
      guard entries[found].last != section else { return }
      entries[found].last = section
      notes.append(Int32(found))
      return
    }
    slots[slot] = Int32(entries.count)
    notes.append(Int32(entries.count))
    entries.append(Entry(hash: hash, start: Int32(text.count), count: Int32(word.count), last: section))
    text.append(contentsOf: word)
    if entries.count * 2 > slots.count { grow() }
  }

  /// The slot of `word` and its entry, or the free slot for it and -1.
  private func place(of word: UnsafeBufferPointer<UInt8>, hash: UInt64) -> (slot: Int, entry: Int) {
    slots.withUnsafeBufferPointer { slots in
      entries.withUnsafeBufferPointer { entries in
        text.withUnsafeBufferPointer { text in
          var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
          while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            // No two words of up to eight bytes have the same length and hash: their text need not be looked at.
            if entry.hash == hash, Int(entry.count) == word.count,
              word.count <= 8 || memcmp(text.baseAddress! + Int(entry.start), word.baseAddress!, word.count) == 0
            {
              return (slot, Int(slots[slot]))
            }
            slot = (slot + 1) & (slots.count - 1)
          }
          return (slot, -1)
        }
      }
    }
  }

  /// Of eight bytes at a time. Each step can be undone, so a word of up to eight bytes could be read from its hash.
  private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: word.count)
    var index = 0
    while index + 8 <= word.count {
      let chunk = UnsafeRawPointer(word.baseAddress! + index).loadUnaligned(as: UInt64.self)
      hash = mixed(hash ^ chunk)
      index += 8
    }
    var rest: UInt64 = 0
    while index < word.count {
      rest = rest << 8 | UInt64(word[index])
      index += 1
    }
    return mixed(hash ^ rest)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 32)
  }

  /// Calls `body` with the words in the order of their bytes, each with its sections. Words of no section are left out.
  func forEachSorted(_ body: (_ word: ArraySlice<UInt8>, _ sections: ArraySlice<Int32>) -> Void) {
    var starts = [Int32](repeating: 0, count: entries.count + 1)
    for note in notes { starts[Int(note) + 1] += 1 }
    for index in entries.indices { starts[index + 1] += starts[index] }
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
    for index in sortedWords() where starts[index] < starts[index + 1] {
      body(word(index), sections[Int(starts[index])..<Int(starts[index + 1])])
    }
  }

  private func sortedWords() -> [Int] {
    text.withUnsafeBytes { text in
      entries.indices.sorted { one, other in
        let (left, right) = (entries[one], entries[other])
        let order = memcmp(
          text.baseAddress! + Int(left.start), text.baseAddress! + Int(right.start), Int(min(left.count, right.count)))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }

  private func word(_ index: Int) -> ArraySlice<UInt8> {
    let start = Int(entries[index].start)
    return text[start..<(start + Int(entries[index].count))]
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    fillSlots()
  }

  private mutating func fillSlots() {
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
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

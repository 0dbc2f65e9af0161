/// The search index: one script with the words of all pages, and scripts with the pages' text for what search shows.
///
/// They are scripts and not data so that they load from disk as well, where a browser refuses to fetch data. A reader
/// who does not search loads none of them.
struct SearchIndex {
  /// So many pages' text is one script.
  static let pagesPerShard = 16

  /// The sections that each word is in.
  private var places: [[UInt8]: [Int32]] = [:]
  private var sectionCount: Int32 = 0
  /// The index's entry for each page, and its text.
  private var entries: [[UInt8]] = []
  private var texts: [[UInt8]] = []

  /// Adds a page. Pages come in the order of their numbers.
  mutating func add(_ page: Page, title: String, address: [UInt8]) {
    var text: [UInt8] = []
    var entry = Array("[".utf8)
    Script.append(address, to: &entry)
    entry += ",".utf8
    Script.append(Array(title.utf8), to: &entry)
    // The text before the second heading belongs to the page as a whole.
    var lead: [UInt8] = []
    var rest = page.sections[...]
    while let section = rest.first, section.heading.map({ page.headings[$0].level == 1 }) ?? true {
      lead += section.text
      rest = rest.dropFirst()
    }
    text.reserveCapacity(page.body.count / 2)
    text += "[".utf8
    add(lead, to: &text)
    for section in rest {
      guard let index = section.heading else { continue }
      let heading = page.headings[index]
      entry += ",".utf8
      if SearchIndex.isPlain(heading.id, of: heading.text) {
        Script.append(Array(heading.text.utf8), to: &entry)
      } else {
        entry += "[".utf8
        Script.append(Array(heading.id.utf8), to: &entry)
        entry += ",".utf8
        Script.append(Array(heading.text.utf8), to: &entry)
        entry += "]".utf8
      }
      text += ",".utf8
      add(section.text, to: &text)
    }
    entries.append(entry + "]".utf8)
    texts.append(text + "]".utf8)
  }

  /// All files. `synonyms` has the names here of what readers call otherwise.
  func files(synonyms: [String: String]) -> [(path: String, bytes: [UInt8])] {
    let shards = stride(from: 0, to: texts.count, by: Self.pagesPerShard).map { first in
      let number = first / Self.pagesPerShard
      var script = Array("docsText(\(number),[".utf8)
      script += texts[first..<min(first + Self.pagesPerShard, texts.count)].joined(separator: ",\n".utf8)
      script += "]);\n".utf8
      return (path: "search/\(number).js", bytes: script)
    }
    return shards + [index(synonyms: synonyms)]
  }

  private func index(synonyms: [String: String]) -> (path: String, bytes: [UInt8]) {
    var index = Array("docsIndex([\n".utf8)
    index += entries.joined(separator: ",\n".utf8)
    index += "\n],\"".utf8
    var uses: [UInt8] = []
    var previous: [UInt8] = []
    let most = max(Int(sectionCount) * 3 / 5, 100)
    for (word, sections) in places.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let shared = min(zip(previous, word).prefix { $0 == $1 && $0 < 0x80 }.count, 35)
      if !uses.isEmpty {
        index.append(UInt8(ascii: " "))
        uses.append(UInt8(ascii: " "))
      }
      index.append(contentsOf: String(shared, radix: 36).utf8)
      index += word.dropFirst(shared)
      previous = word
      // A word that is nearly everywhere tells nothing, and would take more room than any other.
      guard sections.count <= most else {
        uses.append(UInt8(ascii: "*"))
        continue
      }
      var last = -1
      for section in sections {
        Self.append(Int(section) - last, to: &uses)
        last = Int(section)
      }
    }
    index += "\",\"".utf8
    index += uses
    index += "\",{".utf8
    let phrases = synonyms.map { (phrase: $0.key.lowercased(), name: $0.value) }.sorted { $0.phrase < $1.phrase }
    for (number, (phrase, name)) in phrases.enumerated() {
      if number > 0 { index += ",".utf8 }
      Script.append(Array(phrase.utf8), to: &index)
      index += ":".utf8
      Script.append(Array(name.utf8), to: &index)
    }
    index += "});\n".utf8
    return ("search/index.js", index)
  }

  private mutating func add(_ text: [UInt8], to script: inout [UInt8]) {
    let section = sectionCount
    func note(_ sections: inout [Int32]) {
      if sections.last != section { sections.append(section) }
    }
    var words = SearchWords()
    words.read(text) { note(&places[Array($0), default: []]) }
    sectionCount += 1
    Script.append(text, to: &script)
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// A number as few printable characters: five bits each, and one that says whether more follow.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 32 {
      bytes.append(digits[32 | (rest & 31)])
      rest >>= 5
    }
    bytes.append(digits[rest])
  }

  /// Whether the script can derive the id from the heading's text; any other id must be stored.
  private static func isPlain(_ id: String, of text: String) -> Bool {
    guard id.utf8.count == text.utf8.count, !text.contains("  ") else { return false }
    return zip(id.utf8, text.utf8).allSatisfy { made, byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): made == byte | 0x20
      case UInt8(ascii: " "): made == UInt8(ascii: "-")
      default: made == byte && byte < 0x80
      }
    }
  }
}

/// Text as a string of a script.
enum Script {
  /// Appends `text`, with one space for every stretch of space.
  static func append(_ text: [UInt8], to script: inout [UInt8]) {
    script.append(UInt8(ascii: "\""))
    let start = script.count
    for byte in text {
      if byte <= 0x20 {
        if script.count > start, script.last != 0x20 { script.append(0x20) }
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { script.append(UInt8(ascii: "\\")) }
      script.append(byte)
    }
    if script.count > start, script.last == 0x20 { script.removeLast() }
    script.append(UInt8(ascii: "\""))
  }
}

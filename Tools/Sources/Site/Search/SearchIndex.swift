import Pages

/// The search index: one script with the words of all pages, and scripts with the pages' text for what search shows.
///
/// They are scripts and not data so that they load from disk as well, where a browser refuses to fetch data. A reader
/// who does not search loads none of them.
struct SearchIndex {
  /// So many pages' text is one script.
  static let pagesPerShard = 16

  private var words = SearchWords()
  private var table = WordTable()
  /// The index's entry for each page.
  private var entries: [[UInt8]] = []
  /// How many sections each page has.
  private var sectionCounts: [Int32] = []

  init() {}

  /// Adds a page. Pages come in the order of their numbers.
  ///
  /// - Returns: the page's text, for its shard.
  mutating func add(_ page: Page, title: String, address: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    let sections = read(page, title: title, address: address, text: &text)
    entries.append(sections.entry)
    sectionCounts.append(sections.count)
    return text
  }

  private mutating func read(
    _ page: Page, title: String, address: [UInt8], text: inout [UInt8]
  ) -> (entry: [UInt8], count: Int32) {
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
    var count: Int32 = 1
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
      count += 1
    }
    entry += "]".utf8
    text += "]".utf8
    return (entry, count)
  }

  /// The script with the texts of the pages of a shard.
  static func shard(_ number: Int, _ texts: [[UInt8]]) -> (path: String, bytes: [UInt8]) {
    var script = Array("docsText(\(number),[".utf8)
    for (index, text) in texts.enumerated() {
      if index > 0 { script += ",\n".utf8 }
      script += text
    }
    script += "]);\n".utf8
    return ("search/\(number).js", script)
  }

  /// The index itself. `synonyms` has the names here of what readers call otherwise.
  func index(synonyms: [String: String]) -> (path: String, bytes: [UInt8]) {
    var index = Array("docsIndex([\n".utf8)
    for (number, entry) in entries.enumerated() {
      if number > 0 { index += ",\n".utf8 }
      index += entry
    }
    index += "\n],\"".utf8
    var uses: [UInt8] = []
    var previous: [UInt8] = []
    let sectionCount = sectionCounts.reduce(0) { $0 + Int($1) }
    let most = max(sectionCount * 3 / 5, 100)
    table.forEachSorted { word, sections in
      let shared = min(zip(previous, word).prefix { $0 == $1 && $0 < 0x80 }.count, 35)
      if !uses.isEmpty {
        index.append(UInt8(ascii: " "))
        uses.append(UInt8(ascii: " "))
      }
      index.append(contentsOf: String(shared, radix: 36).utf8)
      index += word.dropFirst(shared)
      previous = word
      // A word that is nearly everywhere tells nothing, and would take more room than any other.
      guard sections.count <= most else { return uses.append(UInt8(ascii: "*")) }
      var last = -1
      for section in sections {
        SearchNumber.append(Int(section) - last, to: &uses)
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
    words.read(text) { table.note($0) }
    table.endSection()
    Script.appendCollapsed(text, to: &script)
  }

  /// Whether the script can derive the id from the heading's text; any other id must be stored.
  private static func isPlain(_ id: String, of text: String) -> Bool {
    guard id.utf8.count == text.utf8.count else { return false }
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
  static func append(_ text: [UInt8], to script: inout [UInt8]) {
    script.append(UInt8(ascii: "\""))
    for byte in text { append(byte, to: &script) }
    script.append(UInt8(ascii: "\""))
  }

  /// The same, with one space for every stretch of space.
  static func appendCollapsed(_ text: [UInt8], to script: inout [UInt8]) {
    script += [UInt8](unsafeUninitializedCapacity: text.count * 2 + 2) { buffer, count in
      func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      put(UInt8(ascii: "\""))
      for byte in text {
        if byte <= 0x20 {
          if buffer[count - 1] != 0x20, count > 1 { put(0x20) }
        } else {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { put(UInt8(ascii: "\\")) }
          put(byte)
        }
      }
      if buffer[count - 1] == 0x20 { count -= 1 }
      put(UInt8(ascii: "\""))
    }
  }

  @inline(__always)
  private static func append(_ byte: UInt8, to script: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      script.append(UInt8(ascii: "\\"))
      script.append(byte)
    case UInt8(ascii: "\n"): script += "\\n".utf8
    case 0..<0x20: script.append(0x20)
    default: script.append(byte)
    }
  }
}

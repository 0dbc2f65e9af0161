/// The search index: one script with the words of all pages, and scripts with the pages' text for what search shows.
///
/// They are scripts and not data so that they load from disk as well, where a browser refuses to fetch data. A reader
/// who does not search loads none of them.
struct SearchIndex {
  /// So many pages' text is one script.
  static let pagesPerShard = 16

  /// The sections that each word is in.
  private var places: [Word: [Int32]] = [:]
  private var sectionCount: Int32 = 0
  /// The index's entry for each page, and its text.
  private var entries: [[UInt8]] = []
  private var texts: [[UInt8]] = []

  /// Adds a page. Pages come in the order of their numbers.
  mutating func add(_ page: Article, title: String, address: [UInt8]) {
    var entry = [Script.string(address), Script.string(title)]
    // The text before the second heading belongs to the page as a whole.
    let isLead = { (section: Article.Section) in section.heading.map { $0.level == 1 } ?? true }
    var parts = [read(page.sections.prefix(while: isLead).flatMap(\.text))]
    for section in page.sections.drop(while: isLead) {
      guard let heading = section.heading else { continue }
      let (id, title) = (Script.string(heading.id), Script.string(heading.text))
      entry.append(SearchIndex.isPlain(heading) ? title : Script.list([id, title]))
      parts.append(read(section.text))
    }
    entries.append(Script.list(entry))
    texts.append(Script.list(parts))
  }

  /// All files. `synonyms` has the names here of what readers call otherwise.
  func files(synonyms: [String: String]) -> [(path: String, bytes: [UInt8])] {
    let shards = stride(from: 0, to: texts.count, by: Self.pagesPerShard).map { first in
      let number = first / Self.pagesPerShard
      let list = Script.joined(texts[first..<min(first + Self.pagesPerShard, texts.count)], ",\n")
      return (path: "search/\(number).js", bytes: Array("docsText(\(number),[".utf8) + list + "]);\n".utf8)
    }
    return shards + [index(synonyms: synonyms)]
  }

  private func index(synonyms: [String: String]) -> (path: String, bytes: [UInt8]) {
    var index = Array("docsIndex([\n".utf8) + Script.joined(entries, ",\n") + "\n],\"".utf8
    var uses: [UInt8] = []
    var previous: [UInt8] = []
    let most = max(Int(sectionCount) * 3 / 5, 100)
    for (word, sections) in places.map({ ($0.bytes, $1) }).sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
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
      index += Script.string(phrase) + ":".utf8 + Script.string(name)
    }
    index += "});\n".utf8
    return ("search/index.js", index)
  }

  /// Notes the words of a section, and returns its text for the script.
  private mutating func read(_ text: [UInt8]) -> [UInt8] {
    let section = sectionCount
    func note(_ sections: inout [Int32]) {
      if sections.last != section { sections.append(section) }
    }
    var words = SearchWords()
    words.read(text) { note(&places[Word(bytes: $0), default: []]) }
    sectionCount += 1
    return Script.string(text)
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

  /// Whether the script of the site can derive the id from the heading's text; any other id must be stored.
  private static func isPlain(_ heading: Article.Heading) -> Bool {
    heading.id == heading.text.asID && heading.text.utf8.allSatisfy { $0 < 0x80 } && !heading.text.contains("  ")
  }
}

/// A word, whose bytes are hashed at once.
private struct Word: Hashable {
  var bytes: [UInt8]

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// Values of a script.
private enum Script {
  static func string(_ text: String) -> [UInt8] { string(Array(text.utf8)) }

  /// Text as a string, with one space for every stretch of space.
  static func string(_ text: [UInt8]) -> [UInt8] {
    var string = [UInt8(ascii: "\"")]
    string.reserveCapacity(text.count + 16)
    for byte in text {
      if byte <= 0x20 {
        if string.count > 1, string.last != 0x20 { string.append(0x20) }
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { string.append(UInt8(ascii: "\\")) }
      string.append(byte)
    }
    if string.count > 1, string.last == 0x20 { string.removeLast() }
    return string + "\"".utf8
  }

  static func list(_ items: [[UInt8]]) -> [UInt8] { "[".utf8 + joined(items, ",") + "]".utf8 }

  static func joined(_ items: some Collection<[UInt8]>, _ separator: String) -> [UInt8] {
    var joined = items.first ?? []
    for item in items.dropFirst() {
      joined += separator.utf8
      joined += item
    }
    return joined
  }
}

/// The search index: one script with the words of all pages, and scripts with the pages' text for what search shows.
///
/// They are scripts and not data so that they load from disk as well, where a browser refuses to fetch data. A reader
/// who does not search loads none of them.
struct SearchIndex {
  /// So many pages' text is one script.
  static let pagesPerShard = 16

  /// The words, and the last section that each is in.
  private var words: [[UInt8]] = []
  private var last: [Int32] = []
  /// Their digests and numbers, each at the place that the digest names, or the first free one behind that.
  private var table = [(digest: UInt64, number: Int32)](repeating: (0, -1), count: 1 << 14)
  /// The words of each section.
  private var uses: [(word: Int32, section: Int32)] = []
  private var sectionCount: Int32 = 0
  private var pageCount = 0
  /// The index's entries for the pages, and the scripts with their text, without their ends.
  private var entries: [UInt8] = []
  private var shards: [[UInt8]] = []

  /// Adds a page. Pages come in the order of their numbers.
  mutating func add(_ article: Article, title: String, address: [UInt8]) {
    if pageCount.isMultiple(of: Self.pagesPerShard) {
      shards.append(Array("docsText(\(shards.count),[".utf8))
    } else {
      shards[shards.count - 1] += ",\n".utf8
    }
    if pageCount > 0 { entries += ",\n".utf8 }
    pageCount += 1
    entries += "[".utf8
    entries.addString(address)
    entries += ",".utf8
    entries.addString(title.utf8)
    // The text before the second heading belongs to the page as a whole.
    let isLead = { (section: Article.Section) in section.heading.map { $0.level == 1 } ?? true }
    read(article.sections.prefix(while: isLead).flatMap(\.text), after: "[")
    for section in article.sections.drop(while: isLead) {
      guard let heading = section.heading else { continue }
      let isPlain = SearchIndex.isPlain(heading)
      entries += ",".utf8
      if !isPlain {
        entries += "[".utf8
        entries.addString(heading.id.utf8)
        entries += ",".utf8
      }
      entries.addString(heading.text.utf8)
      if !isPlain { entries += "]".utf8 }
      read(section.text, after: ",")
    }
    entries += "]".utf8
    shards[shards.count - 1] += "]".utf8
  }

  /// All files. `synonyms` has the names here of what readers call otherwise.
  func files(synonyms: [String: String]) -> [(path: String, bytes: [UInt8])] {
    shards.enumerated().map { ("search/\($0).js", $1 + "]);\n".utf8) } + [index(synonyms: synonyms)]
  }

  private func index(synonyms: [String: String]) -> (path: String, bytes: [UInt8]) {
    var index = Array("docsIndex([\n".utf8) + entries + "\n],\"".utf8
    var uses: [UInt8] = []
    var previous: [UInt8] = []
    let most = max(Int(sectionCount) * 3 / 5, 100)
    var sections = [[Int32]](repeating: [], count: words.count)
    for use in self.uses { sections[Int(use.word)].append(use.section) }
    for (word, sections) in zip(words, sections).sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
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
      index.addString(phrase.utf8)
      index += ":".utf8
      index.addString(name.utf8)
    }
    index += "});\n".utf8
    return ("search/index.js", index)
  }

  /// Notes the words of a section, and adds its text to the last script.
  private mutating func read(_ text: [UInt8], after mark: String) {
    var words = SearchWords()
    words.read(text) { note($0) }
    sectionCount += 1
    shards[shards.count - 1] += mark.utf8
    shards[shards.count - 1].addString(text)
  }

  private mutating func note(_ word: [UInt8]) {
    let digest = word.reduce(0 as UInt64) { ($0 &+ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 }
    let place = place(of: digest)
    if table[place].number < 0 { return add(word, digest, at: place) }
    let number = table[place].number
    guard last[Int(number)] != sectionCount else { return }
    last[Int(number)] = sectionCount
    uses.append((number, sectionCount))
  }

  private func place(of digest: UInt64) -> Int {
    var place = Int(digest >> 32) & (table.count - 1)
    while table[place].number >= 0, table[place].digest != digest { place = (place + 1) & (table.count - 1) }
    return place
  }

  private mutating func add(_ word: [UInt8], _ digest: UInt64, at place: Int) {
    let number = Int32(words.count)
    words.append(word)
    last.append(sectionCount)
    uses.append((number, sectionCount))
    table[place] = (digest, number)
    guard words.count > table.count / 2 else { return }
    let entries = table.filter { $0.number >= 0 }
    table = Array(repeating: (0, -1), count: table.count * 2)
    for entry in entries { table[self.place(of: entry.digest)] = entry }
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

extension [UInt8] {
  /// Adds text as a string of a script, with one space for every stretch of space.
  fileprivate mutating func addString(_ text: some Collection<UInt8>) {
    append(UInt8(ascii: "\""))
    let start = count
    for byte in text {
      if byte <= 0x20 {
        if count > start, last != 0x20 { append(0x20) }
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
      append(byte)
    }
    if count > start, last == 0x20 { removeLast() }
    append(UInt8(ascii: "\""))
  }
}

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
  private var sectionCount = 0
  private var pageCount = 0
  private var pages: [UInt8] = []
  private var shard: [UInt8] = []

  /// Adds a page. Pages come in the order of their numbers.
  ///
  /// - Returns: the script with the text of the last pages, when enough have come together.
  mutating func add(_ page: Page, title: String, address: [UInt8]) -> (path: String, bytes: [UInt8])? {
    if pageCount > 0 { pages += ",\n".utf8 }
    pages += "[".utf8
    Script.append(address, to: &pages)
    pages += ",".utf8
    Script.append(Array(title.utf8), to: &pages)
    shard += (shard.isEmpty ? "docsText(\(pageCount / Self.pagesPerShard),[[" : ",\n[").utf8

    // What stands before the second heading belongs to the page as a whole.
    var lead: [UInt8] = []
    var rest = page.sections[...]
    while let section = rest.first, section.heading.map({ page.headings[$0].level == 1 }) ?? true {
      lead += section.text
      rest = rest.dropFirst()
    }
    add(lead)
    for section in rest {
      guard let index = section.heading else { continue }
      let heading = page.headings[index]
      pages += ",".utf8
      if heading.id == SearchIndex.plainID(heading.text) {
        Script.append(Array(heading.text.utf8), to: &pages)
      } else {
        pages += "[".utf8
        Script.append(Array(heading.id.utf8), to: &pages)
        pages += ",".utf8
        Script.append(Array(heading.text.utf8), to: &pages)
        pages += "]".utf8
      }
      shard += ",".utf8
      add(section.text)
    }
    pages += "]".utf8
    shard += "]".utf8
    pageCount += 1
    return pageCount % Self.pagesPerShard == 0 ? endShard() : nil
  }

  /// The last text, and the index itself.
  mutating func finish() -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    if !shard.isEmpty { files.append(endShard()) }
    var index = Array("docsIndex([\n".utf8) + pages + Array("\n],\"".utf8)
    var uses: [UInt8] = []
    var previous: ArraySlice<UInt8> = []
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
    index += "\");\n".utf8
    files.append(("search/index.js", index))
    return files
  }

  private mutating func add(_ text: [UInt8]) {
    sectionCount += 1
    words.read(text) { table.note($0) }
    table.endSection()
    Script.append(SearchIndex.collapsed(text), to: &shard)
  }

  private mutating func endShard() -> (path: String, bytes: [UInt8]) {
    defer { shard.removeAll(keepingCapacity: true) }
    return ("search/\((pageCount - 1) / Self.pagesPerShard).js", shard + Array("]);\n".utf8))
  }

  /// The id that the script makes up from a heading's text by itself; anything else must be written out.
  private static func plainID(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return text.lowercased().replacing(" ", with: "-")
  }

  /// One space for every stretch of space.
  private static func collapsed(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text {
      let isSpace = byte <= 0x20
      if isSpace, result.isEmpty || result.last == 0x20 { continue }
      result.append(isSpace ? 0x20 : byte)
    }
    if result.last == 0x20 { result.removeLast() }
    return result
  }
}

/// Text as a string of a script.
enum Script {
  static func append(_ text: [UInt8], to script: inout [UInt8]) {
    script.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        script.append(UInt8(ascii: "\\"))
        script.append(byte)
      case UInt8(ascii: "\n"): script += "\\n".utf8
      case 0..<0x20: script.append(0x20)
      default: script.append(byte)
      }
    }
    script.append(UInt8(ascii: "\""))
  }
}

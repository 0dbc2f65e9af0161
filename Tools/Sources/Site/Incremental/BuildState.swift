import Foundation

/// What a build leaves behind so that the next one has less to do. It lies in the site, hidden.
struct BuildState {
  /// What is known of a page.
  struct Page {
    var stamp: FileStamp
    /// Its title by its first heading.
    var title = ""
    var summary = ""
    /// The day of its last change in git; empty when that is not known.
    var changed = ""
    /// Everything that links may lead to.
    var ids: [String] = []
    /// Files that it needs in the site.
    var files: [String] = []
    /// A digest of the symbols that its examples use.
    var uses = 0
  }

  static let fileName = ".docs-state"
  /// Changes when what is written here does.
  private static let version = "docs-state-2"

  /// Everything but the pages that the site was built from.
  var key: String
  var pages: [Page]
  /// The summaries of the pages of the reference.
  var otherSummaries: [String]
  /// Files of the site with their stamps once they were written.
  var outputs: [(path: String, stamp: FileStamp)]
  /// Files that were copied, with the stamps of their sources.
  var copies: [(path: String, stamp: FileStamp)]
  var search: SearchIndex

  /// The state that the last build left in the folder `root`; nil when there is none that can be used with `key`.
  static func read(in root: String, key: String) -> BuildState? {
    guard let data = FileManager.default.contents(atPath: "\(root)/\(fileName)") else { return nil }
    return try? BuildState(Array(data), key: key)
  }

  private init?(_ bytes: [UInt8], key: String) throws(ByteReader.Broken) {
    var reader = ByteReader(bytes)
    guard try reader.text() == Self.version, try reader.text() == key else { return nil }
    self.key = key
    pages = []
    otherSummaries = try reader.texts()
    outputs = []
    copies = []
    for _ in 0..<(try reader.count(size: 64)) {
      var page = Page(stamp: try reader.stamp())
      page.title = try reader.text()
      page.summary = try reader.text()
      page.changed = try reader.text()
      page.ids = try reader.texts()
      page.files = try reader.texts()
      page.uses = try reader.number()
      pages.append(page)
    }
    for _ in 0..<(try reader.count(size: 40)) { outputs.append((try reader.text(), try reader.stamp())) }
    for _ in 0..<(try reader.count(size: 40)) { copies.append((try reader.text(), try reader.stamp())) }
    search = try SearchIndex(&reader)
  }

  init(
    key: String, pages: [Page], otherSummaries: [String], copies: [(path: String, stamp: FileStamp)],
    search: SearchIndex
  ) {
    self.key = key
    self.pages = pages
    self.otherSummaries = otherSummaries
    self.outputs = []
    self.copies = copies
    self.search = search
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.add(Self.version)
    writer.add(key)
    writer.add(otherSummaries)
    writer.add(pages.count)
    for page in pages {
      writer.add(page.stamp)
      writer.add(page.title)
      writer.add(page.summary)
      writer.add(page.changed)
      writer.add(page.ids)
      writer.add(page.files)
      writer.add(page.uses)
    }
    for files in [outputs, copies] {
      writer.add(files.count)
      for file in files {
        writer.add(file.path)
        writer.add(file.stamp)
      }
    }
    search.write(to: &writer)
    return writer.bytes
  }
}

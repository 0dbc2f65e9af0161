import Pages

/// The introduction of a module: the page at the path of the module's page.
struct Introduction {
  var page: Page
  /// The symbols that it lists, each with the line that lists it first.
  var listed: [Int: Int]
  /// Its Markdown, for the twin of the module's page.
  var markdown: [UInt8]
}

extension APIReference {
  /// The entries that `pages` introduce, by the indices of the pages.
  func introductions(in pages: [String]) -> [Int: Int] {
    let modules = Dictionary(uniqueKeysWithValues: modules.map { (entries[$0.entry].output, $0.entry) })
    let found = pages.enumerated().compactMap { page, path in modules[SitePath.output(for: path)].map { (page, $0) } }
    return Dictionary(uniqueKeysWithValues: found)
  }
}

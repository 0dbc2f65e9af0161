import Pages

/// Makes the files of search, page after page.
struct SearchWriter {
  private var index = SearchIndex()
  /// How many pages search knows.
  private var count = 0
  /// The texts that wait for their shard to be complete.
  private var texts: [[UInt8]] = []

  /// Adds a page. Pages come in the order of their numbers. Returns a shard that is complete now.
  mutating func add(_ page: Page, title: String, address: [UInt8]) -> (path: String, bytes: [UInt8])? {
    texts.append(index.add(page, title: title, address: address))
    count += 1
    return texts.count == SearchIndex.pagesPerShard ? takeShard() : nil
  }

  /// The last shard, if anything is left for it, and the index.
  mutating func end(synonyms: [String: String]) -> [(path: String, bytes: [UInt8])] {
    (texts.isEmpty ? [] : [takeShard()]) + [index.index(synonyms: synonyms)]
  }

  private mutating func takeShard() -> (path: String, bytes: [UInt8]) {
    defer { texts = [] }
    return SearchIndex.shard((count - 1) / SearchIndex.pagesPerShard, texts)
  }
}

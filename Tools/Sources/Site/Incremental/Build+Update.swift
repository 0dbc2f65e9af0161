import Markdown
import Pages

extension Build {
  /// Renders the pages `changed` anew, and keeps the rest of the site as `state` says that it is.
  ///
  /// - Returns: false when a change reaches further than its own page; then nothing is to be kept of this.
  mutating func update(_ changed: [Int], from state: BuildState) throws(Diagnostic) -> Bool {
    for page in tree.pages.indices {
      titles[page] = state.pages[page].title
      records[page] = state.pages[page]
      records[page].stamp = inputs.stamps[page]
      summaries[page] = state.pages[page].summary
      ids[page] = Set(state.pages[page].ids)
    }
    guard summaries.count == tree.pages.count + state.otherSummaries.count else { return false }
    summaries.replaceSubrange(tree.pages.count..., with: state.otherSummaries)
    for page in changed {
      readTitle(page)
      if titles[page] != state.pages[page].title { return false }
    }
    copies = state.copies
    search = state.search
    let template = try prepare()
    for shard in Set(changed.map { $0 / SearchIndex.pagesPerShard }).sorted() {
      let first = shard * SearchIndex.pagesPerShard
      // The texts of pages of the reference are not at hand.
      guard reference == nil || first + SearchIndex.pagesPerShard <= tree.pages.count else { return false }
      var texts: [[UInt8]] = []
      for page in first..<min(first + SearchIndex.pagesPerShard, tree.pages.count) {
        let (rendered, title) = try write(page, template: template)
        guard let rendered, reachesNoFurther(page, than: state) else { return false }
        texts.append(search.replace(page, rendered, title: title, address: template.addresses[page]))
      }
      let script = SearchIndex.shard(shard, texts)
      try output.write(script.bytes, to: script.path)
    }
    checkAnchors()
    let index = search.index()
    try output.write(index.bytes, to: index.path)
    try writeLanguageModelIndex()
    let own = Set(output.written.map(\.path))
    output.keep(state.outputs.filter { !own.contains($0.path) })
    return true
  }

  /// Whether what other pages and files know of a page is as it was, or more.
  private func reachesNoFurther(_ page: Int, than state: BuildState) -> Bool {
    let old = state.pages[page]
    return ids[page].isSuperset(of: old.ids) && records[page].files == old.files && records[page].uses == old.uses
  }
}

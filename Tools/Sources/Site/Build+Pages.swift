import Files
import Markdown
import Pages

extension Build {
  /// A page that waits for the titles and ids of all others.
  struct Rendered {
    var page: Page
    var anchors: [Links.AnchorUse]
    /// Kept where links of the page may have to be read again.
    var source: Source?
  }

  func pathInRepository(_ page: Int) -> String {
    targets.sourceInRepository.isEmpty ? tree.pages[page] : "\(targets.sourceInRepository)/\(tree.pages[page])"
  }

  /// Renders all pages, on all cores, and collects the data that other pages need. Nil: a page that cannot be read.
  mutating func renderPages() throws(Diagnostic) -> [Rendered?] {
    for (index, path) in targets.outputs.enumerated() where introduced[index] == nil {
      try output.reserve(path)
      try output.reserve(Self.twin(of: path))
    }
    let build = self
    let rendered = Cores.map(tree.pages.count) { index in
      Result { () throws(Diagnostic) in try build.renderAlone(index) }
    }
    var pages: [Rendered?] = []
    for (index, result) in rendered.enumerated() {
      titles[index] = String(SitePath.name(of: tree.pages[index]).dropLast(3))
      switch result {
      case .success(let (page, links, twin)):
        learn(page, links, index)
        if let twin { output.add(twin) }
        pages.append(Rendered(page: page, anchors: links.anchors, source: links.anchors.isEmpty ? nil : links.source))
      case .failure(let problem):
        problems.append(problem)
        pages.append(nil)
      }
    }
    return pages
  }

  private static func twin(of output: String) -> String { output.dropLast(4) + "md" }

  /// Renders a page, and saves its text.
  private func renderAlone(_ index: Int) throws(Diagnostic) -> (Page, Links, twin: OutputFolder.Saved?) {
    let path = tree.pages[index]
    let document = try Document(path: "\(tree.root)/\(path)", name: displayName(path))
    let (page, links) = render(document, index)
    guard introduced[index] == nil else { return (page, links, nil) }
    let text = page.described(document.source)
    return (page, links, try output.save(text, to: Self.twin(of: targets.outputs[index])))
  }

  private func render(_ document: Document, _ index: Int, meantIDs: [Links.Anchor: String] = [:]) -> (Page, Links) {
    let path = tree.pages[index]
    let links = Links(source: document.source, path: path, targets: targets, meantIDs: meantIDs)
    return Renderer.render(document, resolver: links, examples: examples, path: "\(tree.root)/\(path)")
  }

  private mutating func learn(_ page: Page, _ links: Links, _ index: Int) {
    if let title = page.title { titles[index] = title }
    problems += page.problems + links.problems.map(asLinkProblem)
    for use in links.uses { addUse(use.symbol, page: index, title: titles[index], heading: use.heading) }
    summaries[index] = page.summary
    files.formUnion(links.files)
    ids[index] = Set(page.headings.map(\.id) + page.otherIDs)
    guard let entry = introduced[index] else { return }
    introductions[entry] = Introduction(page: page, listed: links.listed, markdown: page.described(links.source))
  }

  /// Checks links to headings now that all are known. A page is rendered again where it means a heading in another case.
  mutating func checkAnchors(_ pages: inout [Rendered?]) {
    for index in pages.indices {
      guard let rendered = pages[index], let source = rendered.source else { continue }
      var meantIDs: [Links.Anchor: String] = [:]
      for use in rendered.anchors {
        guard let id = id(meantBy: use.anchor) else {
          report(use, of: index, in: source)
          continue
        }
        if id != use.anchor.decodedName { meantIDs[use.anchor] = id }
      }
      if !meantIDs.isEmpty { pages[index]?.page = render(Document(source), index, meantIDs: meantIDs).0 }
    }
  }

  /// Writes all pages, on all cores, and their parts of search on one of them.
  mutating func writePages(_ pages: [Rendered?], _ template: Template) throws(Diagnostic) {
    let build = self
    var search = self.search
    var shards: [(path: String, bytes: [UInt8])] = []
    let saved = Cores.map(pages.count + 1) { number in
      Result { () throws(Diagnostic) -> OutputFolder.Saved? in
        // It takes longest, so it begins first.
        if number > 0 { return try build.save(pages[number - 1], number - 1, template) }
        for (index, rendered) in pages.enumerated() {
          guard let rendered, build.introduced[index] == nil else { continue }
          let shard = search.add(rendered.page, title: build.title(rendered, index), address: template.addresses[index])
          if let shard { shards.append(shard) }
        }
        return nil
      }
    }
    self.search = search
    for (index, entry) in introduced { if let page = pages[index]?.page { introductions[entry]?.page = page } }
    for file in saved { if let file = try file.get() { output.add(file) } }
    for shard in shards { try output.write(shard.bytes, to: shard.path) }
  }

  private func day(_ page: Int) -> String? { changes[page].isEmpty ? nil : changes[page] }

  private func title(_ rendered: Rendered, _ index: Int) -> String { rendered.page.title ?? titles[index] }

  private func save(
    _ rendered: Rendered?, _ index: Int, _ template: Template
  ) throws(Diagnostic) -> OutputFolder.Saved? {
    guard let rendered, introduced[index] == nil else { return nil }
    let content = Template.Content(
      number: index, output: targets.outputs[index], title: title(rendered, index), page: rendered.page,
      source: repository == nil ? nil : pathInRepository(index), changed: day(index))
    return try output.save(template.render(content), to: targets.outputs[index])
  }

  mutating func addUse(_ symbol: Int, page: Int, title: String, heading: Page.Heading?) {
    let isSection = heading.map { $0.level > 1 } ?? false
    uses.add(
      symbol,
      SymbolUses.Use(
        page: page, anchor: isSection ? heading?.id ?? "" : "",
        title: isSection ? "\(title): \(heading?.text ?? "")" : title))
  }
}

import Files
import Markdown

extension Build {
  /// A page that waits for the titles and ids of all others.
  struct Rendered {
    var page: Page
    var links: Links
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
        pages.append(Rendered(page: page, links: links))
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
    let (page, links) = Renderer.render(
      document, resolver: Links(source: document.source, path: path, targets: targets), examples: site.examples,
      path: "\(tree.root)/\(path)")
    guard introduced[index] == nil else { return (page, links, nil) }
    let text = page.described(document.source)
    return (page, links, try output.save(text, to: Self.twin(of: targets.outputs[index])))
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

  /// Checks links to headings now that all are known.
  mutating func checkAnchors(_ pages: [Rendered?]) {
    for (index, rendered) in pages.enumerated() {
      for use in rendered?.links.anchors ?? [] where !ids[use.page].contains(use.name) {
        report(use, of: index, in: rendered!.links.source)
      }
    }
  }

  /// Writes all pages, on all cores, and their parts of search on one of them.
  mutating func writePages(_ pages: [Rendered?], _ template: Template) throws(Diagnostic) {
    let build = self
    var search = self.search
    let saved = Cores.map(pages.count + 1) { number in
      Result { () throws(Diagnostic) -> OutputFolder.Saved? in
        // It takes longest, so it begins first.
        if number > 0 { return try build.save(pages[number - 1], number - 1, template) }
        // In reading order: of two sections that fit as well, the one that is read earlier is found first.
        let others = pages.indices.filter { build.navigation.positions[$0] == nil }
        for index in build.navigation.order.filter(pages.indices.contains) + others {
          guard let rendered = pages[index], build.introduced[index] == nil else { continue }
          search.add(rendered.page, title: build.title(rendered, index), address: template.addresses[index])
        }
        return nil
      }
    }
    self.search = search
    for file in saved { if let file = try file.get() { output.add(file) } }
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

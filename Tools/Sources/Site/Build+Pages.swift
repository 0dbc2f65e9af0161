import Markdown
import Pages

extension Build {
  mutating func readTitles() {
    var total = 0
    for index in tree.pages.indices {
      let source = readTitle(index)
      guard let source, total < Self.readAheadLimit else { continue }
      total += source.bytes.count
      readAhead[index] = source
    }
  }

  /// Takes the title of a page from its first heading; nil when the page cannot be read.
  @discardableResult
  mutating func readTitle(_ index: Int) -> Source? {
    let path = tree.pages[index]
    let source = try? Source(path: "\(tree.root)/\(path)", name: displayName(path))
    titles[index] = source.flatMap(FirstHeading.read) ?? String(SitePath.name(of: path).dropLast(3))
    return source
  }

  func pathInRepository(_ page: Int) -> String {
    targets.sourceInRepository.isEmpty ? tree.pages[page] : "\(targets.sourceInRepository)/\(tree.pages[page])"
  }

  /// Writes a page; nil when it cannot be read.
  mutating func write(_ index: Int, template: Template) throws(Diagnostic) -> (page: Page?, title: String) {
    let path = tree.pages[index]
    let document: Document
    do {
      if let source = readAhead.removeValue(forKey: index) {
        document = Document(source)
      } else {
        document = try Document(path: "\(tree.root)/\(path)", name: displayName(path))
      }
    } catch {
      problems.append(error)
      return (nil, "")
    }
    let (page, links) = render(document, index)
    problems += page.problems + links.problems.map(asLinkProblem)
    let title = page.title ?? titles[index]
    for use in links.uses { addUse(use.symbol, page: index, title: title, heading: use.heading) }
    summaries[index] = page.summary
    files.formUnion(links.files)
    for path in links.outside { copies.append((path, FileStamp(path: "\(tree.root)/\(path)"))) }
    ids[index] = Set(page.headings.map(\.id) + page.otherIDs)
    if !links.anchors.isEmpty {
      anchors.append((index, links.anchors))
      sources[index] = document.source
    }
    if links.anchors.contains(where: { $0.anchor.name.contains(where: \.isUppercase) }) {
      waiting.append((index, title, page))
    } else {
      try put(page, of: document.source, index, title: title, template)
    }
    return (page, title)
  }

  private func render(_ document: Document, _ index: Int, meantIDs: [Links.Anchor: String] = [:]) -> (Page, Links) {
    let path = tree.pages[index]
    let links = Links(source: document.source, path: path, targets: targets, meantIDs: meantIDs)
    return Renderer.render(document, resolver: links, examples: examples, path: "\(tree.root)/\(path)")
  }

  /// Writes the pages whose links had to wait for the ids of all pages.
  mutating func writeWaiting(_ template: Template) throws(Diagnostic) {
    guard !waiting.isEmpty else { return }
    let uses = Dictionary(anchors.map { ($0.page, $0.uses) }, uniquingKeysWith: +)
    for (index, title, page) in waiting {
      guard let source = sources[index] else { continue }
      var meantIDs: [Links.Anchor: String] = [:]
      for use in uses[index] ?? [] {
        if let id = id(meantBy: use.anchor), id != use.anchor.decodedName { meantIDs[use.anchor] = id }
      }
      let written = meantIDs.isEmpty ? page : render(Document(source), index, meantIDs: meantIDs).0
      try put(written, of: source, index, title: title, template)
    }
  }

  private mutating func put(
    _ page: Page, of source: Source, _ index: Int, title: String, _ template: Template
  ) throws(Diagnostic) {
    let changed = changes[index].isEmpty ? nil : changes[index]
    let content = Template.Content(
      number: index, output: targets.outputs[index], title: title, page: page,
      source: repository == nil ? nil : pathInRepository(index), changed: changed)
    try output.write(template.render(content), to: targets.outputs[index])
    try output.write(page.described(source), to: String(targets.outputs[index].dropLast(4)) + "md")
    guard index == changelog else { return }
    let feed = Feed.atom(
      of: page, title: siteTitle, address: siteAddress, output: targets.outputs[index], changed: changed)
    try output.write(feed, to: Feed.fileName)
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

import Files
import Markdown
import Pages

extension Build {
  /// A page that waits for the titles and ids of all others.
  struct Rendered {
    var page: Page
    var title: String
    /// Kept where links of the page may have to be read again.
    var source: Source?
  }

  func pathInRepository(_ page: Int) -> String {
    targets.sourceInRepository.isEmpty ? tree.pages[page] : "\(targets.sourceInRepository)/\(tree.pages[page])"
  }

  /// Renders a page, and writes what needs no other page: its text, and its part of search. Nil when it cannot be read.
  mutating func render(_ index: Int, address: [UInt8]) throws(Diagnostic) -> Rendered? {
    let path = tree.pages[index]
    titles[index] = String(SitePath.name(of: path).dropLast(3))
    let document: Document
    do {
      document = try Document(path: "\(tree.root)/\(path)", name: displayName(path))
    } catch {
      problems.append(error)
      return nil
    }
    let (page, links) = render(document, index)
    if let title = page.title { titles[index] = title }
    problems += page.problems + links.problems.map(asLinkProblem)
    for use in links.uses { addUse(use.symbol, page: index, title: titles[index], heading: use.heading) }
    summaries[index] = page.summary
    files.formUnion(links.files)
    for path in links.outside { copies.append((path, FileStamp(path: "\(tree.root)/\(path)"))) }
    ids[index] = Set(page.headings.map(\.id) + page.otherIDs)
    if !links.anchors.isEmpty { anchors.append((index, links.anchors)) }
    let source = links.anchors.isEmpty ? nil : document.source
    if let entry = introduced[index] {
      introductions[entry] = Introduction(page: page, listed: links.listed, markdown: page.described(document.source))
      return Rendered(page: page, title: titles[index], source: source)
    }
    try output.write(page.described(document.source), to: String(targets.outputs[index].dropLast(4)) + "md")
    try addToSearch(page, title: titles[index], address: address)
    return Rendered(
      page: index == changelog ? page : page.withoutSections, title: titles[index], source: source)
  }

  private func render(_ document: Document, _ index: Int, meantIDs: [Links.Anchor: String] = [:]) -> (Page, Links) {
    let path = tree.pages[index]
    let links = Links(source: document.source, path: path, targets: targets, meantIDs: meantIDs)
    return Renderer.render(document, resolver: links, examples: examples, path: "\(tree.root)/\(path)")
  }

  /// Checks links to headings now that all are known. A page is rendered again where it means a heading in another case.
  mutating func checkAnchors(_ pages: inout [Rendered?]) {
    for (index, uses) in anchors {
      guard let source = pages[index]?.source else { continue }
      var meantIDs: [Links.Anchor: String] = [:]
      for use in uses {
        guard let id = id(meantBy: use.anchor) else {
          report(use, of: index, in: source)
          continue
        }
        if id != use.anchor.decodedName { meantIDs[use.anchor] = id }
      }
      if !meantIDs.isEmpty { pages[index]?.page = render(Document(source), index, meantIDs: meantIDs).0 }
    }
  }

  mutating func write(_ rendered: Rendered, _ index: Int, _ template: Template) throws(Diagnostic) {
    if let entry = introduced[index] {
      introductions[entry]?.page = rendered.page
      return
    }
    let changed = changes[index].isEmpty ? nil : changes[index]
    let content = Template.Content(
      number: index, output: targets.outputs[index], title: rendered.title, page: rendered.page,
      source: repository == nil ? nil : pathInRepository(index), changed: changed)
    try output.write(template.render(content), to: targets.outputs[index])
    guard index == changelog else { return }
    let feed = Feed.atom(
      of: rendered.page, title: siteTitle, address: siteAddress, output: targets.outputs[index], changed: changed)
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

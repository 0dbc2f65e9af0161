import Files
import Markdown

extension Build {
  /// A document that waits for the titles and ids of all others.
  struct Rendered {
    var article: Article
    var links: Links
  }

  /// Renders all pages, on all cores, and collects the data that other pages need. Nil: a page that cannot be read.
  mutating func renderPages() throws(Diagnostic) -> [Rendered?] {
    for (index, page) in pages.enumerated() {
      let source = index < tree.pages.count ? tree.file(tree.pages[index]) : index < pages.count - 1 ? page.output : nil
      try output.reserve(page.output, for: source)
    }
    let build = self
    let results = Cores.map(tree.pages.count) { index in
      Result { () throws(Diagnostic) in try build.render(index) }
    }
    var rendered: [Rendered?] = []
    for (index, result) in results.enumerated() {
      switch result {
      case .success(let document):
        learn(document, index)
        rendered.append(document)
      case .failure(let problem):
        problems.append(problem)
        rendered.append(nil)
      }
    }
    return rendered
  }

  private func render(_ index: Int) throws(Diagnostic) -> Rendered {
    let file = tree.file(tree.pages[index])
    let document = try Document(path: file)
    let (article, links) = Renderer.render(
      document, resolver: Links(source: document.source, targets: targets, page: index),
      results: site.results(ofFile: file))
    return Rendered(article: article, links: links)
  }

  private mutating func learn(_ rendered: Rendered, _ index: Int) {
    let (article, links) = (rendered.article, rendered.links)
    if let title = article.title { pages[index].title = title }
    pages[index].ids = Set(article.headings.map(\.id) + article.otherIDs)
    problems += article.problems + links.problems.map(asLinkProblem)
    files.formUnion(links.files)
    for (symbol, heading) in links.uses {
      let section = heading.flatMap { $0.level > 1 ? $0 : nil }
      let title = pages[index].title
      let use = SymbolUse(
        page: index, anchor: section?.id ?? "", title: section.map { "\(title): \($0.text)" } ?? title)
      if !uses[symbol, default: []].contains(use) { uses[symbol, default: []].append(use) }
    }
  }

  /// The problem of a link, which is a warning where that was asked for.
  private func asLinkProblem(_ problem: Diagnostic) -> Diagnostic {
    var problem = problem
    if site.warnsOfLinks { problem.severity = .warning }
    return problem
  }

  /// Reports links to headings that are not there, now that all are known.
  mutating func checkAnchors(_ rendered: [Rendered?]) {
    for (index, document) in rendered.enumerated() {
      for use in document?.links.anchors ?? [] where use.name != "top" && !pages[use.page].ids.contains(use.name) {
        let ids = problems.count < 100 ? pages[use.page].ids.sorted() : []
        let near = Spelling.nearest(to: use.name, in: ids)
        let place = use.page == index ? "this page" : tree.pages[use.page]
        problems.append(
          asLinkProblem(
            Links.problem(
              use.link, in: document!.links.source, message: "there is no heading “#\(use.writtenName)” in \(place)",
              hint: near.map { "did you mean “#\($0)”?" })))
      }
    }
  }

  /// Writes all pages, on all cores, and their parts of search on one of them.
  mutating func writePages(_ rendered: [Rendered?], _ template: Template) throws(Diagnostic) {
    let build = self
    var search = self.search
    let saved = Cores.map(rendered.count + 1) { number in
      Result { () throws(Diagnostic) -> OutputFolder.Saved? in
        // It takes longest, so it begins first.
        if number > 0 { return try build.save(rendered[number - 1], number - 1, template) }
        // In reading order: of two sections that fit as well, the one that is read earlier is found first.
        let others = rendered.indices.filter { build.navigation.positions[$0] == nil }
        for index in build.navigation.order.filter(rendered.indices.contains) + others {
          guard let article = rendered[index]?.article, !build.introductions.contains(index) else { continue }
          search.add(article, title: article.title ?? build.pages[index].title, address: build.pages[index].address)
        }
        return nil
      }
    }
    self.search = search
    for file in saved { if let file = try file.get() { output.add(file) } }
  }

  private func save(
    _ rendered: Rendered?, _ index: Int, _ template: Template
  ) throws(Diagnostic) -> OutputFolder.Saved? {
    guard let article = rendered?.article, !introductions.contains(index) else { return nil }
    return try output.save(template.render(index, article), to: pages[index].output)
  }

  /// Writes the pages of the reference, now that the uses of its symbols are known.
  mutating func writeReference(_ rendered: [Rendered?], _ template: Template) throws(Diagnostic) {
    guard let reference else { return }
    var writer = ReferenceWriter(self, reference)
    for (entry, number) in zip(reference.entries, referencePages) {
      let introduction = introductions.contains(number) ? rendered[number] : nil
      let article = writer.article(of: entry, introduction: introduction)
      try output.add(output.save(template.render(number, article), to: entry.output))
      search.add(article, title: entry.title, address: pages[number].address)
    }
    problems += writer.problems
  }
}

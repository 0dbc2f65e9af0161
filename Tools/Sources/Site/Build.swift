import Foundation
import Markdown
import Pages

/// One build of a site, from the list of pages to files that wait to be put in place.
struct Build {
  let tree: SourceTree
  var output: OutputFolder
  private(set) var problems: [Diagnostic] = []

  private let configuration: Configuration
  private let repository: Repository?
  private let targets: LinkTargets
  private let examples: CheckedExamples
  private let reference: APIReference?
  /// Which examples use which symbols.
  private var uses = SymbolUses()
  /// What stands before a page's path in messages.
  private let displayPrefix: String

  /// Where every page is written: those of the folder first, then those of the reference.
  let pageOutputs: [String]
  private var titles: [String]
  private var navigation = Navigation()
  private var ids: [Set<String>]
  private var sources: [Source?]
  private var anchors: [(page: Int, uses: [Links.AnchorUse])] = []
  private var files: Set<String> = []
  private var search = SearchIndex()
  private var summaries: [String]

  init(
    source: String, outputPath: String, examples: CheckedExamples, symbols: String?
  ) throws(Diagnostic) {
    tree = try SourceTree(root: source)
    guard !tree.pages.isEmpty else {
      throw Diagnostic(file: source, message: "there are no Markdown files here", hint: "write an index.md")
    }
    let top = Repository.top(around: source)
    let configuration = try Configuration.find(from: source, upTo: top)
    self.configuration = configuration
    repository = top.map { Repository(root: $0, configuration: configuration) }
    reference = try APIReference.read(symbols, configuration: configuration, root: top ?? source)
    targets = LinkTargets(tree: tree, repository: repository, reference: reference)
    output = try OutputFolder(root: outputPath)
    self.examples = examples
    displayPrefix = source == "." ? "" : source + "/"
    pageOutputs = targets.outputs + (reference?.entries.map(\.output) ?? [])
    titles = Array(repeating: "", count: tree.pages.count) + (reference?.entries.map(\.title) ?? [])
    ids = Array(repeating: [], count: tree.pages.count)
    sources = Array(repeating: nil, count: tree.pages.count)
    summaries = Array(repeating: "", count: pageOutputs.count)
    if reference == nil, configuration.reference != nil {
      problems.append(
        Diagnostic(
          severity: .warning, file: Configuration.fileName, message: "the API reference is left out",
          hint: "run “docs symbols” first"))
    }
  }

  mutating func run() throws(Diagnostic) {
    reportClashes()
    readTitles()
    try makeNavigation()
    if let reference { navigation.add(reference, first: tree.pages.count) }
    let addresses = pageOutputs.map { path in
      var html = HTML()
      html.address(Links.encoded(path).utf8)
      return html.bytes
    }
    let titles = titles
    let template = Template(
      configuration: configuration, siteTitle: siteTitle, sidebar: Sidebar(navigation, addresses: addresses),
      navigation: navigation, addresses: addresses, titles: { titles[$0] }, repository: repository)
    let changes = repository.map { $0.lastChanges(under: targets.sourceInRepository) } ?? [:]
    for page in tree.pages.indices { try write(page, template: template, changes: changes) }
    checkAnchors()
    try writeReference(template)
    for file in search.finish() { try output.write(file.bytes, to: file.path) }
    try writeFiles()
    try writeAssets()
    try writeExtras(template) { [targets] page in
      guard page < targets.paths.count else { return nil }
      let folder = targets.sourceInRepository
      return changes[folder.isEmpty ? targets.paths[page] : "\(folder)/\(targets.paths[page])"]
    }
    try writeRedirects()
  }

  /// Where the site will be, with a slash at the end; nil when nobody said.
  var siteAddress: String? {
    configuration.address.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  var contents: Navigation { navigation }

  private mutating func writeExtras(_ template: Template, changes: (Int) -> String?) throws(Diagnostic) {
    try output.write(notFoundPage(template), to: "404.html")
    try output.write(languageModelIndex(title: siteTitle, summaries: summaries), to: "llms.txt")
    if let sitemap = sitemap(changes: changes) { try output.write(sitemap, to: "sitemap.xml") }
    if !targets.outputs.contains("index.html"), let first = navigation.order.first {
      try output.write(Build.redirect(to: Links.encoded(targets.outputs[first])), to: "index.html")
    }
  }

  private mutating func writeRedirects() throws(Diagnostic) {
    for (old, new) in (configuration.redirects ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let page = targets.page(at: new) else {
        problems.append(
          Diagnostic(
            file: Configuration.fileName, message: "“\(old)” is redirected to “\(new)”, and there is no such page",
            hint: Spelling.nearest(to: new, in: tree.pages).map { "did you mean “\($0)”?" }))
        continue
      }
      guard SitePath.resolve(old, from: "") == old, old.hasSuffix(".html"), !targets.outputs.contains(old) else {
        problems.append(
          Diagnostic(
            file: Configuration.fileName, message: "“\(old)” cannot be redirected",
            hint: "name a path inside the site that ends with .html and that no page has"))
        continue
      }
      let address = SitePath.relative(targets.outputs[page], from: SitePath.folder(of: old))
      try output.write(Build.redirect(to: Links.encoded(address)), to: old)
    }
  }

  private var siteTitle: String {
    configuration.title ?? navigation.order.first.map { titles[$0] } ?? "Documentation"
  }

  private func displayName(_ path: String) -> String { displayPrefix + path }

  /// Two sources that would be written to one file.
  private mutating func reportClashes() {
    var taken: [String: String] = [:]
    for (page, target) in zip(tree.pages + pageOutputs.dropFirst(tree.pages.count), pageOutputs) {
      if let other = taken[target.lowercased()] {
        problems.append(
          Diagnostic(
            file: displayName(page), message: "this page and \(other) would both be written to \(target)",
            hint: "rename one of them"))
      }
      taken[target.lowercased()] = page
    }
  }

  private mutating func readTitles() {
    for (index, path) in tree.pages.enumerated() {
      let fallback = String(SitePath.name(of: path).dropLast(3))
      titles[index] = (try? FirstHeading.read("\(tree.root)/\(path)")) ?? fallback
    }
  }

  private mutating func makeNavigation() throws(Diagnostic) {
    guard tree.hasSummary else {
      let titles = titles
      navigation = Navigation(tree: tree) { titles[$0] }
      return
    }
    let document = try Document(path: "\(tree.root)/SUMMARY.md", name: displayName("SUMMARY.md"))
    let summary = Summary(document, pages: tree.pages)
    navigation = summary.navigation
    problems += document.problems + summary.problems
    for entry in navigation.entries {
      if let page = entry.page, !entry.title.isEmpty { titles[page] = entry.title }
    }
  }

  private mutating func write(_ index: Int, template: Template, changes: [String: String]) throws(Diagnostic) {
    let path = tree.pages[index]
    let document: Document
    do {
      document = try Document(path: "\(tree.root)/\(path)", name: displayName(path))
    } catch {
      problems.append(error)
      return
    }
    let inRepository = targets.sourceInRepository.isEmpty ? path : "\(targets.sourceInRepository)/\(path)"
    let (page, links) = Renderer.render(
      document, resolver: Links(source: document.source, path: path, targets: targets), examples: examples,
      path: inRepository)
    problems += page.problems + links.problems
    files.formUnion(links.files)
    for use in links.uses { addUse(use.symbol, page: index, title: page.title ?? titles[index], heading: use.heading) }
    summaries[index] = page.summary
    ids[index] = Set(page.headings.map(\.id) + page.otherIDs)
    if !links.anchors.isEmpty {
      anchors.append((index, links.anchors))
      sources[index] = document.source
    }
    let content = Template.Content(
      number: index, output: targets.outputs[index], title: page.title ?? titles[index], page: page,
      source: repository == nil ? nil : inRepository, changed: changes[inRepository])
    try output.write(template.render(content), to: targets.outputs[index])
    if let text = search.add(page, title: content.title, address: template.addresses[index]) {
      try output.write(text.bytes, to: text.path)
    }
    try output.write(page.described(document.source), to: String(targets.outputs[index].dropLast(4)) + "md")
  }

  private mutating func addUse(_ symbol: Int, page: Int, title: String, heading: Page.Heading?) {
    let isSection = heading.map { $0.level > 1 } ?? false
    uses.add(
      symbol,
      SymbolUses.Use(
        page: page, anchor: isSection ? heading?.id ?? "" : "",
        title: isSection ? "\(title): \(heading?.text ?? "")" : title))
  }

  private mutating func writeReference(_ template: Template) throws(Diagnostic) {
    guard let reference else { return }
    var comments = DocComments(reference, examples: examples, root: repository?.root ?? tree.root)
    for (index, entry) in reference.entries.enumerated() {
      let number = tree.pages.count + index
      var writer = ReferenceWriter(
        reference, entry: entry, repository: repository, uses: uses, addresses: template.addresses, comments: comments)
      let page = writer.page()
      comments = writer.comments
      summaries[number] = page.summary
      let content = Template.Content(number: number, output: entry.output, title: entry.title, page: page)
      try output.write(template.render(content), to: entry.output)
      if let text = search.add(page, title: entry.title, address: template.addresses[number]) {
        try output.write(text.bytes, to: text.path)
      }
      try output.write(
        ReferenceMarkdown.text(of: entry, in: reference), to: String(entry.output.dropLast(4)) + "md")
    }
    problems += comments.problems
  }

  private mutating func checkAnchors() {
    for (page, uses) in anchors {
      guard let source = sources[page] else { continue }
      for use in uses {
        let anchor = use.anchor.removingPercentEncoding ?? use.anchor
        guard !ids[use.page].contains(anchor) else { continue }
        let near = Spelling.nearest(to: anchor, in: ids[use.page].sorted())
        let place = use.page == page ? "this page" : tree.pages[use.page]
        problems.append(
          Links.problem(
            use.reference, in: source, message: "there is no heading “#\(anchor)” in \(place)",
            hint: near.map { "did you mean “#\($0)”?" }))
      }
    }
  }

  private mutating func writeFiles() throws(Diagnostic) {
    for path in files.sorted() {
      let bytes: [UInt8]
      do {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(tree.root)/\(path)")))
      } catch {
        problems.append(Diagnostic(file: displayName(path), message: "this file cannot be read"))
        continue
      }
      try output.write(bytes, to: path)
    }
  }

  private mutating func writeAssets() throws(Diagnostic) {
    try output.write(PackageResources.site_css, to: "assets/site.css")
    try output.write(PackageResources.site_js, to: "assets/site.js")
    try output.write(PackageResources.icon_svg, to: "assets/icon.svg")
  }
}

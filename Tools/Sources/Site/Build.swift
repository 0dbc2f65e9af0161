import Foundation
import Markdown
import Pages

/// What a site is built from.
struct BuildInputs {
  let tree: SourceTree
  /// The stamps of the pages when the build began. A page that has only just changed has none, since another change
  /// could follow without another stamp.
  let stamps: [FileStamp]
  let configuration: Configuration
  let repository: Repository?
  let examples: CheckedExamples
  let symbols: String?
  /// A name for all of it but the pages.
  let key: String

  init(
    source: String, outputPath: String, examples: CheckedExamples, symbols: String?
  ) throws(Diagnostic) {
    tree = try SourceTree(root: source)
    guard !tree.pages.isEmpty else {
      throw Diagnostic(file: source, message: "there are no Markdown files here", hint: "write an index.md")
    }
    let now = FileStamp.now
    stamps = tree.stamps.map { $0.isFresh(at: now) ? .none : $0 }
    let top = Repository.top(around: source)
    let configuration = try Configuration.find(from: source, upTo: top)
    self.configuration = configuration
    repository = top.map { Repository(root: $0, configuration: configuration) }
    self.examples = examples
    self.symbols = symbols
    key = BuildKey.make(
      tree: tree, configuration: configuration, repository: repository, examples: examples.key, symbols: symbols)
  }
}

/// One build of a site, from the list of pages to files that wait to be put in place.
struct Build {
  let tree: SourceTree
  var output: OutputFolder
  var problems: [Diagnostic] = []

  let inputs: BuildInputs
  let configuration: Configuration
  private let repository: Repository?
  let targets: LinkTargets
  private let examples: CheckedExamples
  let reference: APIReference?
  /// Which examples use which symbols.
  private var uses = SymbolUses()
  /// What stands before a page's path in messages.
  private let displayPrefix: String

  /// Where every page is written: those of the folder first, then those of the reference.
  let pageOutputs: [String]
  var titles: [String]
  private var navigation = Navigation()
  var ids: [Set<String>]
  private var sources: [Source?]
  private var anchors: [(page: Int, uses: [Links.AnchorUse])] = []
  var search = SearchIndex()
  /// How many pages search knows.
  private var searchCount = 0
  /// The texts for search that wait for their shard to be complete.
  private var shardTexts: [[UInt8]] = []
  var summaries: [String]
  /// What the next build is to know of each page.
  var records: [BuildState.Page]
  var copies: [(path: String, stamp: FileStamp)] = []
  /// Pages that were read for their titles and wait to be rendered, as long as they do not take too much memory.
  private var readAhead: [Int: Source] = [:]

  /// The page that has a feed.
  private let changelog: Int?

  private static let readAheadLimit = 32 << 20

  init(_ inputs: BuildInputs, outputPath: String) throws(Diagnostic) {
    self.inputs = inputs
    tree = inputs.tree
    configuration = inputs.configuration
    repository = inputs.repository
    examples = inputs.examples
    reference = try APIReference.read(
      inputs.symbols, configuration: configuration, root: repository?.root ?? tree.root)
    targets = LinkTargets(tree: tree, repository: repository, reference: reference)
    output = try OutputFolder(root: outputPath)
    displayPrefix = tree.root == "." ? "" : tree.root + "/"
    pageOutputs = targets.outputs + (reference?.entries.map(\.output) ?? [])
    titles = Array(repeating: "", count: tree.pages.count) + (reference?.entries.map(\.title) ?? [])
    ids = Array(repeating: [], count: tree.pages.count)
    sources = Array(repeating: nil, count: tree.pages.count)
    summaries = Array(repeating: "", count: pageOutputs.count)
    changelog = Feed.page(of: tree.pages)
    records = inputs.stamps.map { BuildState.Page(stamp: $0) }
    if reference == nil, configuration.reference != nil {
      problems.append(
        Diagnostic(
          severity: .warning, file: Configuration.fileName, message: "the API reference is left out",
          hint: "run “docs symbols” first"))
    }
  }

  /// Builds everything.
  mutating func run() throws(Diagnostic) {
    reportClashes()
    readTitles()
    let template = try prepare()
    let changes = repository.map { $0.lastChanges(under: targets.sourceInRepository) } ?? [:]
    for page in tree.pages.indices {
      records[page].changed = changes[pathInRepository(page)] ?? ""
      let (rendered, title) = try write(page, template: template)
      guard let rendered else { continue }
      try addToSearch(rendered, title: title, address: template.addresses[page])
    }
    checkAnchors()
    try writeReference(template)
    if !shardTexts.isEmpty { try endShard() }
    let index = search.index()
    try output.write(index.bytes, to: index.path)
    try writeFiles()
    try writeAssets()
    try writeExtras(template)
    try writeRedirects()
  }

  /// Reads the table of contents, and makes what all pages share.
  mutating func prepare() throws(Diagnostic) -> Template {
    try makeNavigation()
    if let reference { navigation.add(reference, first: tree.pages.count) }
    let addresses = pageOutputs.map { path in
      var html = HTML()
      html.address(Links.encoded(path).utf8)
      return html.bytes
    }
    let titles = titles
    return Template(
      configuration: configuration, siteTitle: siteTitle, sidebar: Sidebar(navigation, addresses: addresses),
      navigation: navigation, addresses: addresses, titles: { titles[$0] }, repository: repository,
      hasFeed: changelog != nil)
  }

  /// What the next build is to know.
  var state: BuildState {
    BuildState(
      key: inputs.key, pages: records, otherSummaries: Array(summaries.dropFirst(tree.pages.count)), copies: copies,
      search: search)
  }

  private mutating func addToSearch(_ page: Page, title: String, address: [UInt8]) throws(Diagnostic) {
    shardTexts.append(search.add(page, title: title, address: address))
    searchCount += 1
    if shardTexts.count == SearchIndex.pagesPerShard { try endShard() }
  }

  private mutating func endShard() throws(Diagnostic) {
    let shard = SearchIndex.shard((searchCount - 1) / SearchIndex.pagesPerShard, shardTexts)
    shardTexts = []
    try output.write(shard.bytes, to: shard.path)
  }

  /// Where the site will be, with a slash at the end; nil when nobody said.
  var siteAddress: String? {
    configuration.address.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  var contents: Navigation { navigation }

  /// The table of contents for language models.
  mutating func writeLanguageModelIndex() throws(Diagnostic) {
    try output.write(languageModelIndex(title: siteTitle, summaries: summaries), to: "llms.txt")
  }

  private mutating func writeExtras(_ template: Template) throws(Diagnostic) {
    try output.write(notFoundPage(template), to: "404.html")
    try writeLanguageModelIndex()
    let days = records.map { $0.changed.isEmpty ? nil : $0.changed }
    if let sitemap = sitemap(changes: { $0 < days.count ? days[$0] : nil }) {
      try output.write(sitemap, to: "sitemap.xml")
    }
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
    records[index].title = titles[index]
    return source
  }

  private func pathInRepository(_ page: Int) -> String {
    targets.sourceInRepository.isEmpty ? tree.pages[page] : "\(targets.sourceInRepository)/\(tree.pages[page])"
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
    let inRepository = pathInRepository(index)
    let (page, links) = Renderer.render(
      document, resolver: Links(source: document.source, path: path, targets: targets), examples: examples,
      path: inRepository)
    problems += page.problems + links.problems
    let title = page.title ?? titles[index]
    for use in links.uses { addUse(use.symbol, page: index, title: title, heading: use.heading) }
    summaries[index] = page.summary
    records[index].summary = page.summary
    records[index].files = links.files.sorted()
    records[index].uses = links.usesDigest
    ids[index] = Set(page.headings.map(\.id) + page.otherIDs)
    records[index].ids = ids[index].sorted()
    if !links.anchors.isEmpty {
      anchors.append((index, links.anchors))
      sources[index] = document.source
    }
    let changed = records[index].changed
    let content = Template.Content(
      number: index, output: targets.outputs[index], title: title, page: page,
      source: repository == nil ? nil : inRepository, changed: changed.isEmpty ? nil : changed)
    try output.write(template.render(content), to: targets.outputs[index])
    try output.write(page.described(document.source), to: String(targets.outputs[index].dropLast(4)) + "md")
    if index == changelog {
      let feed = Feed.atom(
        of: page, title: siteTitle, address: siteAddress, output: targets.outputs[index],
        changed: changed.isEmpty ? nil : changed)
      try output.write(feed, to: Feed.fileName)
    }
    return (page, title)
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
      try addToSearch(page, title: entry.title, address: template.addresses[number])
      try output.write(
        ReferenceMarkdown.text(of: entry, in: reference), to: String(entry.output.dropLast(4)) + "md")
    }
    problems += comments.problems
  }

  /// Reports links to headings that are not there.
  mutating func checkAnchors() {
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
    for path in Set(records.flatMap(\.files)).sorted() {
      let bytes: [UInt8]
      let stamp = FileStamp(path: "\(tree.root)/\(path)")
      do {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(tree.root)/\(path)")))
      } catch {
        problems.append(Diagnostic(file: displayName(path), message: "this file cannot be read"))
        continue
      }
      copies.append((path, stamp.isFresh(at: FileStamp.now) ? .none : stamp))
      try output.write(bytes, to: path)
    }
  }

  private mutating func writeAssets() throws(Diagnostic) {
    try output.write(PackageResources.site_css, to: "assets/site.css")
    try output.write(PackageResources.site_js, to: "assets/site.js")
    try output.write(PackageResources.icon_svg, to: "assets/icon.svg")
  }
}

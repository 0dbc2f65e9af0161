import Files
import Foundation
import Markdown

/// One build of a site, from the list of pages to files that wait to be put in place.
struct Build {
  let tree: SourceTree
  var output: OutputFolder
  var problems: [Diagnostic] = []

  let site: SiteBuilder
  let configuration: Configuration
  let repository: Repository?
  let targets: LinkTargets
  let reference: APIReference?
  /// Which examples use which symbols.
  var uses = SymbolUses()
  /// The entries of the reference that pages introduce, by the pages.
  let introduced: [Int: Int]
  /// The introductions that are rendered, by the entries of the reference.
  var introductions: [Int: Introduction] = [:]
  /// The prefix of a page's path in messages.
  let displayPrefix: String

  /// Where every page is written: those of the folder first, then those of the reference.
  let pageOutputs: [String]
  var titles: [String]
  var navigation = Navigation()
  var ids: [Set<String>]
  var search = SearchIndex()
  var summaries: [String]
  /// The day of the last change of each page in git; empty when that is not known.
  var changes: [String]
  /// The files that pages need in the site.
  var files: Set<String> = []

  init(_ site: SiteBuilder) throws(Diagnostic) {
    self.site = site
    let (source, root) = (site.source, site.root)
    let isInside = RepositoryRoot.absolute(root) == RepositoryRoot.absolute(source)
    let name = isInside ? "\(source)/\(Configuration.fileName)" : Configuration.fileName
    let configuration = try Configuration.read(root: root, name: name)
    self.configuration = configuration
    // Without symbol graphs there is no reference, so that nothing is there to introduce.
    let hasSymbols = site.symbols.map { FileStamp.exists($0) } ?? false
    let introductions = hasSymbols ? [] : (configuration.reference ?? []).map { "reference/\($0.name)/index.md" }
    tree = try SourceTree(root: source, excluding: (configuration.exclude ?? []) + introductions)
    guard !tree.pages.isEmpty else {
      throw Diagnostic(file: source, message: "there are no Markdown files here", hint: "write an index.md")
    }
    // Without git, the settings are in the top folder.
    let hasSettings = FileStamp.exists("\(root)/\(Configuration.fileName)")
    let top = Repository.top(around: source) ?? (hasSettings ? RepositoryRoot.absolute(root) : nil)
    repository = top.map { Repository(root: $0, configuration: configuration) }
    reference = try APIReference.read(
      site.symbols, configuration: configuration, root: repository?.root ?? tree.root)
    targets = LinkTargets(tree: tree, repository: repository, reference: reference)
    output = try OutputFolder(root: site.output)
    displayPrefix = tree.root == "." ? "" : tree.root + "/"
    introduced = reference?.introductions(in: tree.pages) ?? [:]
    pageOutputs = targets.outputs + (reference?.entries.map(\.output) ?? [])
    titles = Array(repeating: "", count: tree.pages.count) + (reference?.entries.map(\.title) ?? [])
    ids = Array(repeating: [], count: tree.pages.count)
    summaries = Array(repeating: "", count: pageOutputs.count)
    changes = Array(repeating: "", count: tree.pages.count)
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
    guard !problems.contains(where: { $0.severity == .error }) else { return }
    let changes = repository.map { $0.lastChanges(under: targets.sourceInRepository) } ?? [:]
    self.changes = tree.pages.indices.map { changes[pathInRepository($0)] ?? "" }
    let addresses = pageOutputs.map { path in
      var html = HTML()
      html.address(Links.encoded(path).utf8)
      return html.bytes
    }
    let pages = try renderPages()
    checkAnchors(pages)
    let template = try prepare(addresses)
    try writePages(pages, template)
    try writeReference(template)
    for file in search.files(synonyms: configuration.synonyms ?? [:]) { try output.write(file.bytes, to: file.path) }
    try writeFiles()
    try writeAssets()
    try writeExtras(template)
  }

  /// Reads the table of contents, and makes what all pages share.
  private mutating func prepare(_ addresses: [[UInt8]]) throws(Diagnostic) -> Template {
    try makeNavigation()
    if let reference { navigation.add(reference, first: tree.pages.count) }
    let titles = titles
    return Template(
      configuration: configuration, siteTitle: siteTitle, sidebar: Sidebar(navigation, addresses: addresses),
      navigation: navigation, addresses: addresses, titles: { titles[$0] }, repository: repository,
      liveScript: site.isWatched ? LiveScript.file(of: site.output).lastPathComponent : nil)
  }

  /// The address of the site, with a slash at the end; nil if it is not configured.
  var siteAddress: String? {
    configuration.address.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// The table of contents for language models.
  mutating func writeLanguageModelIndex() throws(Diagnostic) {
    try output.write(languageModelIndex(title: siteTitle, summaries: summaries), to: "llms.txt")
  }

  var siteTitle: String {
    configuration.title ?? navigation.order.first.map { titles[$0] } ?? "Documentation"
  }

  func displayName(_ path: String) -> String { displayPrefix + path }

  private mutating func makeNavigation() throws(Diagnostic) {
    guard tree.hasSummary else {
      let titles = titles
      navigation = Navigation(tree: tree, without: introduced) { titles[$0] }
      return
    }
    let document = try Document(path: "\(tree.root)/SUMMARY.md", name: displayName("SUMMARY.md"))
    let summary = Summary(document, pages: tree.pages, without: introduced)
    navigation = summary.navigation
    problems += document.problems + summary.problems
    for entry in navigation.entries {
      if let page = entry.page, !entry.title.isEmpty { titles[page] = entry.title }
    }
  }
}

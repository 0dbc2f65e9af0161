import Files
import Foundation
import Markdown

/// One build of a site, from the list of pages to files that wait to be put in place.
struct Build {
  let site: SiteBuilder
  let tree: SourceTree
  let configuration: SiteSettings
  let repository: Repository?
  let reference: APIReference?
  let targets: LinkTargets
  var output: OutputFolder
  var problems: [Diagnostic] = []

  /// The pages of the folder, then those of the reference.
  var pages: [SitePage]
  var navigation = Navigation()
  var search = SearchIndex()
  /// The files that pages need in the site.
  var files: Set<String> = []
  /// The entries of the reference that pages introduce, by the pages.
  let introduced: [Int: Int]
  /// The introductions that are rendered, by the entries of the reference.
  var introductions: [Int: Introduction] = [:]
  /// The examples of the guides that use a symbol, by the symbols.
  var uses: [Int: [SymbolUse]] = [:]

  init(_ site: SiteBuilder) throws(Diagnostic) {
    self.site = site
    let (source, root) = (site.source, site.root)
    let isInside = RepositoryRoot.absolute(root) == RepositoryRoot.absolute(source)
    let name = isInside ? "\(source)/\(RepositoryRoot.settings)" : RepositoryRoot.settings
    configuration = try SiteSettings.read(root: root, name: name)
    // Without symbol graphs there is no reference, so that nothing is there to introduce.
    let hasSymbols = site.symbols.map { FileStamp.exists($0) } ?? false
    let introductions = hasSymbols ? [] : (configuration.reference ?? []).map { "reference/\($0.name)/index.md" }
    tree = try SourceTree(root: source, excluding: (configuration.exclude ?? []) + introductions)
    guard !tree.pages.isEmpty else {
      throw Diagnostic(file: source, message: "there are no Markdown files here", hint: "write an index.md")
    }
    // Without git, the settings are in the top folder.
    let hasSettings = FileStamp.exists("\(root)/\(RepositoryRoot.settings)")
    let top = RepositoryRoot.nearest(with: ".git", around: source)
    let settings = configuration
    repository = (top ?? (hasSettings ? RepositoryRoot.absolute(root) : nil)).map {
      Repository(root: $0, configuration: settings)
    }
    reference = try APIReference.read(
      site.symbols, configuration: configuration, root: repository?.root ?? tree.root)
    targets = LinkTargets(
      tree: tree, repository: repository, reference: reference, title: configuration.title)
    output = try OutputFolder(root: site.output)
    introduced = reference?.introductions(in: tree.pages) ?? [:]
    pages = zip(targets.outputs, tree.pages).map { output, path in
      SitePage(output: output, title: String(SitePath.name(of: path).dropLast(3)))
    }
    pages += reference?.entries.map { SitePage(output: $0.output, title: $0.title) } ?? []
    if reference == nil, configuration.reference != nil {
      problems.append(
        Diagnostic(
          severity: .warning, file: RepositoryRoot.settings, message: "the API reference is left out",
          hint: "run “docs verify” first"))
    }
  }

  /// Builds everything.
  mutating func run() throws(Diagnostic) {
    reportClashes()
    guard !problems.contains(where: { $0.severity == .error }) else { return }
    let changes = repository?.lastChanges(under: targets.sourceInRepository) ?? [:]
    for index in tree.pages.indices { pages[index].changed = changes[pathInRepository(index)] }
    let rendered = try renderPages()
    checkAnchors(rendered)
    try makeNavigation()
    let template = Template(
      configuration: configuration, siteTitle: siteTitle, pages: pages, navigation: navigation,
      sidebar: Sidebar(navigation, pages: pages), repository: repository,
      liveScript: site.isWatched ? LiveScript.file(of: site.output).lastPathComponent : nil)
    try writePages(rendered, template)
    try writeReference(template)
    for file in search.files(synonyms: configuration.synonyms ?? [:]) { try output.write(file.bytes, to: file.path) }
    try writeFiles()
    try writeAssets()
    try writeExtras(template)
  }

  var siteTitle: String {
    configuration.title ?? navigation.order.first.map { pages[$0].title } ?? "Documentation"
  }

  /// The path of a page of the folder in the repository.
  func pathInRepository(_ page: Int) -> String {
    targets.sourceInRepository.isEmpty ? tree.pages[page] : "\(targets.sourceInRepository)/\(tree.pages[page])"
  }

  /// Reports two sources that would be written to one file.
  private mutating func reportClashes() {
    var taken: [String: String] = [:]
    let shared = Set(introduced.values.map { $0 + tree.pages.count })
    for (number, page) in pages.enumerated() where !shared.contains(number) {
      let path = number < tree.pages.count ? tree.pages[number] : page.output
      if let other = taken.updateValue(path, forKey: page.output.lowercased()) {
        problems.append(
          Diagnostic(
            file: tree.file(path), message: "this page and \(other) would both be written to \(page.output)",
            hint: "rename one of them"))
      }
    }
  }

  /// Reads the table of contents, or makes it from the folders.
  private mutating func makeNavigation() throws(Diagnostic) {
    if tree.hasSummary {
      let summary = try Summary(targets, without: introduced)
      navigation = summary.navigation
      problems += summary.problems
      for entry in navigation.entries {
        if let page = entry.page, !entry.title.isEmpty { pages[page].title = entry.title }
      }
    } else {
      navigation = Navigation(tree: tree, without: introduced, titles: pages.map(\.title))
    }
    if let reference { navigation.add(reference, first: tree.pages.count) }
  }
}

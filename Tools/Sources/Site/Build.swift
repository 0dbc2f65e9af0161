import Files
import Foundation
import Markdown

/// One build of a site, from the list of pages to files that wait to be put in place.
struct Build {
  let site: SiteBuilder
  let tree: SourceTree
  let settings: SiteSettings
  let repository: Repository?
  let reference: APIReference?
  let targets: LinkTargets
  var output: OutputFolder
  var problems: [Diagnostic] = []

  /// The pages of the folder, then the others of the reference, then the one for addresses without a page.
  var pages: [SitePage]
  /// The page of each entry of the reference. That of a module may be a page of the folder, which introduces it.
  private(set) var referencePages: [Int] = []
  /// The pages of the folder that introduce modules.
  private(set) var introductions: Set<Int> = []
  var navigation = Navigation()
  var search = SearchIndex()
  /// The files that pages need in the site.
  var files: Set<String> = []
  /// The examples of the guides that use a symbol, by the symbols.
  var uses: [Int: [SymbolUse]] = [:]

  init(_ site: SiteBuilder) throws(Diagnostic) {
    self.site = site
    let (source, root) = (site.source, site.root)
    let file = root == "." ? RepositoryRoot.settings : "\(root)/\(RepositoryRoot.settings)"
    let settings = try SiteSettings.read(root: root, name: file)
    self.settings = settings
    // Without git, the settings are in the top folder.
    let top = RepositoryRoot.nearest(with: ".git", around: source)
    repository = (top ?? (FileStamp.exists(file) ? RepositoryRoot.absolute(root) : nil)).map {
      Repository(root: $0, settings: settings)
    }
    reference = try APIReference.read(site.symbols, settings: settings, root: repository?.root ?? source)
    // Without a reference, nothing is there to introduce.
    let unused = reference == nil ? (settings.reference ?? []).map { "reference/\($0.name)/index.md" } : []
    for path in settings.exclude ?? [] where !FileStamp.exists("\(source)/\(path)") {
      problems.append(Diagnostic(severity: .warning, file: file, message: "“exclude”: no “\(path)” in \(source)"))
    }
    tree = try SourceTree(root: source, excluding: (settings.exclude ?? []) + unused, pages: site.documents)
    guard !tree.pages.isEmpty else {
      throw Diagnostic(file: source, message: "there are no Markdown files here", hint: "write an index.md")
    }
    targets = LinkTargets(
      tree: tree, repository: repository, reference: reference, title: settings.title)
    output = try OutputFolder(root: site.output)
    pages = []
    for (place, path) in zip(targets.outputs, tree.pages) {
      let title = String(path.fileName.dropLast(3))
      pages.append(SitePage(output: place, title: title, source: targets.pathInRepository(path)))
    }
    if let reference { addPages(of: reference) }
    pages.append(notFoundPage)
    if reference == nil, settings.reference != nil {
      problems.append(
        Diagnostic(
          severity: .warning, file: RepositoryRoot.settings, message: "the API reference is left out",
          hint: "run “docs verify” first"))
    }
  }

  /// Builds everything.
  mutating func run() throws(Diagnostic) {
    let rendered = try renderPages()
    checkAnchors(rendered)
    try makeNavigation()
    let template = Template(
      settings: settings, siteTitle: siteTitle, pages: pages, navigation: navigation,
      sidebar: Sidebar(navigation, pages: pages), repository: repository,
      liveScript: site.isWatched ? LiveScript.file(of: site.output).lastPathComponent : nil)
    try writePages(rendered, template)
    try writeReference(rendered, template)
    for file in search.files(synonyms: settings.synonyms ?? [:]) { try output.write(file.bytes, to: file.path) }
    try writeFiles()
    try writeAssets()
    try writeExtras(template)
  }

  var siteTitle: String {
    settings.title ?? navigation.order.first.map { pages[$0].title } ?? "Documentation"
  }

  private mutating func addPages(of reference: APIReference) {
    let places = Dictionary(zip(targets.outputs, pages.indices)) { first, _ in first }
    for entry in reference.entries {
      var number = pages.count
      if case .module = entry.content, let page = places[entry.output] {
        number = page
        introductions.insert(page)
      } else {
        pages.append(SitePage(output: entry.output, title: entry.title))
      }
      pages[number].context = reference.context(of: entry)
      referencePages.append(number)
    }
  }

  /// Reads the table of contents, or makes it from the folders.
  private mutating func makeNavigation() throws(Diagnostic) {
    if tree.hasSummary {
      let summary = try Summary(targets, without: introductions)
      navigation = summary.navigation
      problems += summary.problems
      for entry in navigation.entries {
        if let page = entry.page, !entry.title.isEmpty { pages[page].title = entry.title }
      }
    } else {
      navigation = Navigation(tree: tree, without: introductions, titles: pages.map(\.title))
    }
    if let reference { navigation.add(reference, pages: referencePages) }
  }
}

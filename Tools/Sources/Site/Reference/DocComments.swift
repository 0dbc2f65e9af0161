import Markdown

/// Renders doc comments by the same way as pages.
struct DocComments {
  private let site: SiteBuilder
  private let targets: LinkTargets
  /// The folder that the paths of source files start in.
  private let root: String
  private(set) var problems: [Diagnostic] = []
  /// The results for the examples in each Swift file.
  private var results: [String: ExampleResults] = [:]

  init(site: SiteBuilder, targets: LinkTargets, root: String) {
    (self.site, self.targets, self.root) = (site, targets, root)
  }

  /// Renders `text`, which belongs to `symbol`, for a page in `folder`.
  mutating func render(_ text: DocText, of symbol: Int?, folder: String, style: FragmentStyle) -> Page {
    let document = Document(name: text.file, text: text.text)
    let results = results[text.file] ?? site.results(ofFile: path(of: text))
    self.results[text.file] = results
    let links = Links(source: document.source, targets: targets, folder: folder, symbol: symbol)
    let (page, resolver) = Renderer.render(document, resolver: links, results: results, style: style)
    for problem in page.problems + resolver.problems { problems.append(placed(problem, text)) }
    return page
  }

  /// A problem at its place in the Swift file.
  private func placed(_ problem: Diagnostic, _ text: DocText) -> Diagnostic {
    guard let line = problem.line, line >= 1, line <= text.lines.count else { return problem }
    var placed = problem
    placed.line = text.lines[line - 1].number
    placed.column = problem.column.map { $0 + text.lines[line - 1].offset }
    placed.excerpt = (try? Source(path: path(of: text)))?.lineText(text.lines[line - 1].number) ?? problem.excerpt
    return placed
  }

  private func path(of text: DocText) -> String { text.file.hasPrefix("/") ? text.file : "\(root)/\(text.file)" }
}

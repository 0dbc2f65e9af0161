import Markdown

/// Renders doc comments by the same way as pages.
struct DocComments {
  let targets: LinkTargets
  let examples: CheckedExamples
  /// The folder that the paths of source files start in.
  let root: String
  private(set) var problems: [Diagnostic] = []
  private var files: [String: (source: Source, results: ExampleResults)?] = [:]

  init(targets: LinkTargets, examples: CheckedExamples, root: String) {
    (self.targets, self.examples, self.root) = (targets, examples, root)
  }

  /// Renders `text`, which belongs to `symbol`, for a page in `folder`.
  mutating func render(_ text: DocText, of symbol: Int?, folder: String, style: FragmentStyle) -> Page {
    let document = Document(name: text.file, text: text.text)
    let file = file(text.file)
    let links = Links(source: document.source, targets: targets, folder: folder, symbol: symbol)
    let (page, resolver) = Renderer.render(
      document, resolver: links, results: shifted(file?.results, text), style: style)
    for problem in page.problems + resolver.problems { problems.append(placed(problem, text, file?.source)) }
    return page
  }

  /// The results for the examples in a Swift file; read once.
  private mutating func file(_ path: String) -> (source: Source, results: ExampleResults)? {
    if let known = files[path] { return known }
    let place = path.hasPrefix("/") ? path : "\(root)/\(path)"
    let source = path.isEmpty ? nil : try? Source(path: place, name: path)
    let file = source.map { ($0, examples.inSource($0, place)) }
    files[path] = .some(file)
    return file
  }

  /// The results for the examples, by the lines of the comment's Markdown.
  private func shifted(_ results: ExampleResults?, _ text: DocText) -> ExampleResults {
    guard let results else { return ExampleResults() }
    var own = ExampleResults(compiler: results.compiler)
    for (index, line) in text.lines.enumerated() {
      own.outputs[index + 1] = results.outputs[line.number]
      own.diagrams[index + 1] = results.diagrams[line.number]
      if results.verified.contains(line.number) { own.verified.insert(index + 1) }
    }
    return own
  }

  /// A problem at its place in the Swift file.
  private func placed(_ problem: Diagnostic, _ text: DocText, _ source: Source?) -> Diagnostic {
    guard let line = problem.line, line >= 1, line <= text.lines.count else { return problem }
    var placed = problem
    placed.line = text.lines[line - 1].number
    placed.column = problem.column.map { $0 + text.lines[line - 1].offset }
    placed.excerpt = source?.lineText(text.lines[line - 1].number) ?? problem.excerpt
    return placed
  }
}

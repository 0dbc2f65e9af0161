import Markdown

/// Renders doc comments by the same way as pages.
struct DocComments {
  let reference: APIReference
  let examples: CheckedExamples
  /// The folder that the paths of source files start in.
  let root: String
  private(set) var problems: [Diagnostic] = []
  private var files: [String: (source: Source, found: CheckedExamples.Found)?] = [:]

  init(_ reference: APIReference, examples: CheckedExamples, root: String) {
    self.reference = reference
    self.examples = examples
    self.root = root
  }

  /// Renders `text`, which belongs to `symbol`, for a page in `folder`.
  mutating func render(_ text: DocText, of symbol: Int?, folder: String, style: FragmentStyle) -> Page {
    let document = Document(name: text.file, text: text.text)
    let file = file(text.file)
    let links = ReferenceLinks(reference: reference, folder: folder, context: symbol, source: document.source)
    let (page, resolver) = Renderer.fragment(
      document, resolver: links, examples: examples, found: shifted(file?.found, text), style: style)
    for problem in page.problems + resolver.problems { problems.append(placed(problem, text, file?.source)) }
    return page
  }

  /// The results for the examples in a Swift file; read once.
  private mutating func file(_ path: String) -> (source: Source, found: CheckedExamples.Found)? {
    if let known = files[path] { return known }
    let place = path.hasPrefix("/") ? path : "\(root)/\(path)"
    let source = path.isEmpty ? nil : try? Source(path: place, name: path)
    let file = source.map { ($0, examples.found(inSource: $0, path: place)) }
    files[path] = .some(file)
    return file
  }

  /// The results for the examples, by the lines of the comment's Markdown.
  private func shifted(_ found: CheckedExamples.Found?, _ text: DocText) -> CheckedExamples.Found {
    guard let found else { return CheckedExamples.Found() }
    var own = CheckedExamples.Found()
    for (index, line) in text.lines.enumerated() {
      if let compared = found.outputs[line.number] { own.outputs[index + 1] = compared }
      if found.verified.contains(line.number) { own.verified.insert(index + 1) }
      if let diagrams = found.diagrams[line.number] { own.diagrams[index + 1] = diagrams }
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

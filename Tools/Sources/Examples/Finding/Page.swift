import Markdown

/// The examples of one file, and problems in the way they are written.
public struct Page: Sendable {
  public private(set) var examples: [Example] = []
  public private(set) var problems: [Diagnostic] = []
  /// How many fences look like an output and say why they are none.
  public private(set) var excuseCount = 0

  /// Finds the Swift fences of `document` with their outputs and hidden lines, as `ExampleFences` pairs them.
  public init(_ document: Document) {
    var reader = PageReader(document, place: PageReader.Place(file: document.source))
    reader.read()
    problems = reader.problems
    examples = reader.examples
    excuseCount = reader.excuseCount
  }

  /// Finds the examples in the doc comments of a Swift file. Each sees `modules` imported, and is checked against
  /// `probe` unless it names another.
  public init(docComments source: Source, modules: [String], probe: String? = nil) {
    for comment in DocComment.all(in: source) {
      let place = PageReader.Place(file: source, shift: comment.firstLine - 1, stripped: comment.stripped)
      var reader = PageReader(Document(name: source.name, text: comment.text), place: place)
      reader.read()
      problems += reader.problems
      examples += reader.examples
      excuseCount += reader.excuseCount
    }
    for index in examples.indices where !examples[index].attributes.isManifest {
      examples[index].imports = modules
      if examples[index].attributes.probe == nil { examples[index].attributes.probe = probe }
    }
  }

  /// The example that the fence which opens on `line` belongs to.
  public func example(atFence line: Int) -> Example? {
    examples.first { $0.line == line || $0.code.contains { $0.number == line + 1 && !$0.isHidden } }
  }

  /// A file that cannot be read.
  init(problem: Diagnostic) {
    problems = [problem]
  }
}

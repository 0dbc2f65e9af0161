import Markdown

/// The examples of one file, and problems in the way they are written.
public struct Page: Sendable {
  public private(set) var examples: [Example] = []
  public private(set) var problems: [Diagnostic] = []
  /// How many texts look like an output and say why they are none.
  public private(set) var ignoredTextCount = 0
  /// How many blocks of code are probably Swift, and do not say so.
  public private(set) var unnamedCount = 0

  /// Finds the Swift fences of `document` with their outputs and hidden lines, as `ExampleFences` pairs them.
  /// `attributes` hold for all of them.
  public init(_ document: Document, attributes: Attributes = Attributes()) {
    let source = document.source
    if let block = DirectiveBlocks(source) {
      let place = PageReader.Place(file: source, stripped: block.stripped)
      read(PageReader(Document(name: source.name, text: block.text), place: place, attributes: attributes))
    } else {
      read(PageReader(document, place: PageReader.Place(file: source), attributes: attributes))
    }
  }

  private mutating func read(_ reader: PageReader) {
    var reader = reader
    reader.read()
    problems += reader.problems
    examples += reader.examples
    ignoredTextCount += reader.ignoredTextCount
    unnamedCount += reader.unnamedCount
  }

  /// Finds the examples in the doc comments of a Swift file. Each sees `modules` imported, and is checked against
  /// `probe` unless it names another.
  public init(
    docComments source: Source, modules: [String], probe: String? = nil, attributes: Attributes = Attributes()
  ) {
    for comment in DocComment.all(in: source) {
      let place = PageReader.Place(file: source, shift: comment.firstLine - 1, stripped: comment.stripped)
      let first = examples.count
      read(PageReader(Document(name: source.name, text: comment.text), place: place, attributes: attributes))
      for index in first..<examples.count { examples[index].symbol = comment.symbol }
    }
    for index in examples.indices where !examples[index].attributes.isManifest {
      examples[index].imports = modules
      if examples[index].attributes.probe == nil { examples[index].attributes.probe = probe }
    }
  }

  /// A file that cannot be read.
  init(problem: Diagnostic) {
    problems = [problem]
  }
}

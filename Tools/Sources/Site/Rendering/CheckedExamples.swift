import Markdown

/// The verifier's results for the examples in the documents.
public struct CheckedExamples: Sendable {
  /// The results for the examples of one document.
  public struct Found: Sendable {
    /// For each output fence that is correct, by its line: what was compared, in words for readers.
    public var outputs: [Int: String]
    /// The pictures that examples printed, as SVG, by the line on which the code's fence closes.
    public var diagrams: [Int: [String]]
    /// The lines on which the code of examples that passed closes.
    public var verified: Set<Int>

    public init(outputs: [Int: String] = [:], diagrams: [Int: [String]] = [:], verified: Set<Int> = []) {
      self.outputs = outputs
      self.diagrams = diagrams
      self.verified = verified
    }
  }

  /// The compiler that the examples were compiled with, such as “Swift 6.3.1”; nil when nothing was checked.
  public let compiler: String?
  private let inDocument: @Sendable (_ document: Document, _ path: String) -> Found
  private let inSource: @Sendable (_ source: Source, _ path: String) -> Found

  /// - Parameters:
  ///   - found: the results for the examples of a document, given the path of its file.
  ///   - foundInSource: the same of those in the doc comments of a Swift file.
  public init(
    compiler: String? = nil,
    found: @escaping @Sendable (_ document: Document, _ path: String) -> Found = { _, _ in Found() },
    foundInSource: @escaping @Sendable (_ source: Source, _ path: String) -> Found = { _, _ in Found() }
  ) {
    self.compiler = compiler
    inDocument = found
    inSource = foundInSource
  }

  func found(in document: Document, path: String) -> Found {
    compiler == nil ? Found() : inDocument(document, path)
  }

  /// The results for the examples in the doc comments of a Swift file.
  public func found(inSource source: Source, path: String) -> Found {
    compiler == nil ? Found() : inSource(source, path)
  }
}

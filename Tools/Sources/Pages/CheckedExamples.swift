import Markdown

/// What the verifier found of the examples in the documents.
public struct CheckedExamples: Sendable {
  /// What is known of the examples of one document.
  public struct Found: Sendable {
    /// The lines of the output fences that were found right.
    public var outputs: Set<Int>
    /// The pictures that examples printed, as SVG, by the line on which the code's fence closes.
    public var diagrams: [Int: [String]]

    public init(outputs: Set<Int> = [], diagrams: [Int: [String]] = [:]) {
      self.outputs = outputs
      self.diagrams = diagrams
    }
  }

  /// The compiler that the examples were compiled with, such as “Swift 6.3.1”; nil when nothing was checked.
  public let compiler: String?
  private let found: @Sendable (_ document: Document, _ path: String) -> Found

  /// `found` tells what is known of the examples of a document; its path is that in the repository.
  public init(
    compiler: String? = nil,
    found: @escaping @Sendable (_ document: Document, _ path: String) -> Found = { _, _ in Found() }
  ) {
    self.compiler = compiler
    self.found = found
  }

  func found(in document: Document, path: String) -> Found {
    compiler == nil ? Found() : found(document, path)
  }
}

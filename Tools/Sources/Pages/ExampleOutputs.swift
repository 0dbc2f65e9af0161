import Markdown

/// Which outputs in the documents the verifier has compared with what the examples really print.
public struct ExampleOutputs: Sendable {
  /// The compiler that the examples were compiled with, such as “Swift 6.3.1”; nil when nothing was checked.
  public let compiler: String?
  /// The lines of the output fences of a document that were found right; the path is the document's in its repository.
  public let checked: @Sendable (_ document: Document, _ path: String) -> Set<Int>

  public init(
    compiler: String? = nil,
    checked: @escaping @Sendable (_ document: Document, _ path: String) -> Set<Int> = { _, _ in [] }
  ) {
    self.compiler = compiler
    self.checked = checked
  }

  func lines(in document: Document, path: String) -> Set<Int> {
    compiler == nil ? [] : checked(document, path)
  }
}

/// Which outputs in the documents the verifier has compared with what the examples really print.
public struct ExampleOutputs: Sendable {
  /// The compiler that the examples were compiled with, such as “Swift 6.3.1”.
  public var compiler: String?
  /// The lines of the output fences that were found right, by file.
  public var checked: [String: Set<Int>] = [:]

  public init() {}

  func isChecked(file: String, line: Int) -> Bool {
    checked[file]?.contains(line) == true
  }
}

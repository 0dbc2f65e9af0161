/// The verifier's results for the examples of one document or Swift file.
public struct ExampleResults: Sendable {
  /// The compiler that they were compiled with, such as “Swift 6.3.1”.
  public var compiler = ""
  /// For each output fence that is correct, by its line: what was compared, in words for readers.
  public var outputs: [Int: String] = [:]
  /// The pictures that examples printed, as SVG, by the line on which the code's last fence closes.
  public var diagrams: [Int: [String]] = [:]
  /// The lines on which the code of examples that passed closes.
  public var verified: Set<Int> = []

  public init(compiler: String = "") {
    self.compiler = compiler
  }
}

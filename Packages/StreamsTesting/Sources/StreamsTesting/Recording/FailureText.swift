/// A failure read from a marble string or a page. Only its text is known.
public struct FailureText: Error, Hashable, CustomStringConvertible {
  /// The failure's description.
  public let description: String

  /// Creates a failure with this text.
  package init(_ description: String) { self.description = description }

  /// The failure of `#` in a marble string without a given error.
  @usableFromInline static let any = FailureText("any error")
}

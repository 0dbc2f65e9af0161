/// A failure of which only the text is known: it was read from a marble string or from a page.
public struct FailureText: Error, Hashable, CustomStringConvertible {
  /// How it described itself.
  public let description: String

  /// A failure with this text.
  public init(_ description: String) { self.description = description }

  /// What `#` in a marble string stands for if no error is given.
  public static let any = FailureText("any error")
}

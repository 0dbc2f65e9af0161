/// A failure of which only the text is known, because it was read from a marble string or a page.
public struct FailureText: Error, Hashable, CustomStringConvertible {
  /// The failure's description.
  public let description: String

  /// A failure with this text.
  public init(_ description: String) { self.description = description }

  /// What `#` in a marble string stands for if no error is given.
  public static let any = FailureText("any error")
}

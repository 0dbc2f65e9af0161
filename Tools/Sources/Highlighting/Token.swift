/// The kind of a piece of code.
public enum TokenKind: UInt8, Sendable {
  case plain, keyword, type, call, attribute, directive, string, number, comment
}

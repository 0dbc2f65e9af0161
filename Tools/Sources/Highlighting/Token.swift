/// What a stretch of code is.
public enum TokenKind: UInt8, Sendable {
  case plain, keyword, type, call, attribute, directive, string, number, comment
}

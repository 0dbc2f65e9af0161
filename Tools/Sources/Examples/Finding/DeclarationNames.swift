import Highlighting

/// The names of the declarations in a Swift file, token by token.
struct DeclarationNames {
  /// The types around the token, each with the braces around its members.
  private var types: [(name: String, braces: Int)] = []
  private var braces = 0
  /// The keyword of a declaration whose name comes next.
  private var keyword: String?
  /// A type whose members come after the next brace.
  private var opening: String?

  private static let typeKeywords: Set = ["struct", "class", "enum", "protocol", "extension", "actor"]
  private static let others: Set = ["func", "var", "let", "typealias", "associatedtype", "case", "macro"]

  /// The name of the declaration that `token` completes, with those of the types around it; nil for other tokens.
  mutating func name(after kind: TokenKind, _ token: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    if kind == .plain, token.count == 1 {
      switch token.first {
      case UInt8(ascii: "{"):
        braces += 1
        if let name = opening { types.append((name, braces)) }
        opening = nil
      case UInt8(ascii: "}"):
        if types.last?.braces == braces { types.removeLast() }
        braces -= 1
      default: break
      }
    }
    guard kind != .string, kind != .attribute else { return nil }
    let text = String(decoding: token, as: UTF8.self)
    if let word = keyword {
      // `class func` declares a function.
      if Self.others.contains(text) || text == "class" {
        keyword = text
        return nil
      }
      keyword = nil
      defer { if Self.typeKeywords.contains(word) { opening = text.trimming("`") } }
      return (types.map(\.name) + [text.trimming("`")]).joined(separator: ".")
    }
    if kind == .keyword || text == "actor" || text == "macro" {
      if Self.typeKeywords.contains(text) || Self.others.contains(text) { keyword = text }
      if text == "init" || text == "subscript" || text == "deinit" {
        return (types.map(\.name) + [text]).joined(separator: ".")
      }
    }
    return nil
  }
}

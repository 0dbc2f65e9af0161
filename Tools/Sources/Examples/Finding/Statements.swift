extension SwiftCode {
  /// The statements at the top level, as ranges of `code`. A condition such as `#if` is one with all that depends on it.
  var statements: [Range<Int>] {
    var starts: [Int] = []
    var conditions = 0
    for (index, token) in code.enumerated() {
      defer {
        if token.text == "#if" { conditions += 1 }
        if token.text == "#endif" { conditions -= 1 }
      }
      guard token.depth == 0, conditions == 0, index == 0 || code[index - 1].lastLine < token.line else { continue }
      if index == 0 || token.text == "#if" || token.startsStatement && code[index - 1].endsStatement {
        starts.append(index)
      }
    }
    return starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : code.count) }
  }
}

extension SwiftCode.Token {
  /// Whether a statement may start with it at the start of a line.
  var startsStatement: Bool {
    if kind == .directive, text.hasPrefix("#") { return false }
    if ["else", "catch", "where", "import", "is", "as", "in"].contains(text) { return text == "import" }
    guard let first = text.utf8.first else { return false }
    return first >= 0x80 || "_@\"([$".utf8.contains(first) || first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
      || first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z")
  }

  /// Whether a statement may end with it at the end of a line.
  var endsStatement: Bool {
    if kind == .attribute { return false }
    guard kind == .plain || kind == .keyword else { return true }
    let open: Set = [
      "async", "await", "class", "else", "final", "fileprivate", "func", "in", "indirect", "internal", "lazy", "let",
      "nonisolated", "open", "package", "private", "public", "return", "static", "throw", "try", "var", "where",
    ]
    if open.contains(text) { return false }
    return !(text.count == 1 && "=+-*/%&|^<>.,:?~@".contains(text))
  }
}

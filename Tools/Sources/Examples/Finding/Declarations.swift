/// A declaration in Swift code.
struct Declaration {
  /// The word that says of what, such as `func`.
  var keyword: String
  /// The token with its name, and the index of that in the code.
  var token: SwiftCode.Token
  var index: Int
  /// The name after those of the types around it, as in `Counter.reset`.
  var path: String
  /// The index of the type that it is a member of.
  var type: Int?

  var name: String { token.text.trimming("`") }
  var isType: Bool { Self.types.contains(keyword) }

  private static let types: Set = ["struct", "class", "enum", "protocol", "extension", "actor"]
  fileprivate static let named = types.union(["func", "var", "let", "typealias", "associatedtype", "case", "macro"])
  /// Those whose name is the keyword.
  fileprivate static let unnamed: Set = ["init", "subscript", "deinit"]
}

extension SwiftCode {
  /// The declarations, in order.
  var declarations: [Declaration] {
    var found: [Declaration] = []
    /// The types around the token, with the number of braces around their members.
    var open: [(index: Int, braces: Int)] = []
    for (index, token) in code.enumerated() {
      while let last = open.last, token.text == "}", token.braces == last.braces { open.removeLast() }
      let isUnnamed = Declaration.unnamed.contains(token.text)
      let name = isUnnamed ? index : index + 1
      guard isUnnamed || Declaration.named.contains(token.text), token.kind != .string, name < code.count,
        isUnnamed || token.text == "func" || code[name].isName,
        index == 0 || ![".", "import"].contains(code[index - 1].text)
      else { continue }
      let names = open.map { found[$0.index].name } + [code[name].text.trimming("`")]
      let type = open.last.flatMap { token.braces == $0.braces ? $0.index : nil }
      found.append(
        Declaration(
          keyword: token.text, token: code[name], index: name, path: names.joined(separator: "."), type: type))
      if found[found.count - 1].isType { open.append((found.count - 1, token.braces + 1)) }
    }
    return found
  }

  /// The attributes and modifiers of a declaration.
  func modifiers(of declaration: Declaration) -> [String] {
    var found: [String] = []
    // An initializer's name is its keyword.
    var place = declaration.index - (declaration.name == declaration.keyword ? 1 : 2)
    while place >= 0 {
      if code[place].text == ")" {
        let depth = code[place].depth - 1
        while place > 0, !(code[place].text == "(" && code[place].depth == depth) { place -= 1 }
        place -= 1
      }
      guard place >= 0, code[place].kind == .attribute || Self.modifiers.contains(code[place].text) else { break }
      found.append(code[place].text)
      place -= 1
    }
    return found
  }

  private static let modifiers: Set = [
    "public", "internal", "private", "fileprivate", "package", "open", "final", "static", "class", "override",
    "nonisolated", "mutating", "isolated", "unowned", "distributed", "indirect", "prefix", "postfix", "infix",
    "required", "convenience", "dynamic", "lazy", "weak", "nonmutating",
  ]
}

extension SwiftCode.Token {
  /// Whether it may be the name of a declaration.
  fileprivate var isName: Bool {
    kind != .keyword && kind != .string && (text.first.map { $0.isLetter || "_`".contains($0) } ?? false)
  }
}

/// Code that is not compiled on this system, because conditions such as `#if os(macOS)` around it do not hold.
struct InactiveCode {
  /// The condition that keeps all code of the example but imports from being compiled; nil where some of it is.
  private(set) var condition: String?
  /// Whether some code but imports is not compiled.
  private(set) var hasParts = false

  init(of example: Example) {
    guard example.code.contains(where: { $0.text.mentions("#if") }) else { return }
    let code = SwiftCode(example).code
    /// For each open condition, whether its branch is compiled, and whether one of its branches was.
    var open: [(isActive: Bool, isDone: Bool)] = []
    var first: String?
    var isActive = false
    var index = 0
    while index < code.count {
      let token = code[index]
      let line = code[index...].prefix { $0.line == token.line }
      switch token.text {
      case "#if":
        let holds = Self.holds(line.dropFirst())
        if !holds, first == nil { first = example.code[token.line].text.trimmingBlanks() }
        open.append((holds, holds))
      case "#elseif", "#else":
        if let last = open.popLast() {
          let holds = !last.isDone && (token.text == "#else" || Self.holds(line.dropFirst()))
          open.append((holds, last.isDone || holds))
        }
      case "#endif": _ = open.popLast()
      case "import": break
      case _ where open.allSatisfy(\.isActive): isActive = true
      default: hasParts = true
      }
      index += line.count
    }
    if !isActive { condition = first }
  }

  /// A condition that is not known counts as true. Examples have no flags but those of a debug build of a package.
  private static func holds(_ condition: ArraySlice<SwiftCode.Token>) -> Bool {
    let text = condition.map(\.text).joined()
    // A group in parentheses is not looked into.
    if text.contains(/(?:^|[!&|(])\(/) { return true }
    return text.split(separator: "||").contains { alternative in
      alternative.split(separator: "&&").allSatisfy { term in
        let isNegated = term.hasPrefix("!")
        let name = term.drop { $0 == "!" }
        let holds: Bool? =
          switch name {
          case "true": true
          case "false": false
          case _ where name.hasPrefix("os("): System.meets(name.dropFirst(3).dropLast().lowercased())
          case _ where name.hasPrefix("arch("): name.dropFirst(5).dropLast() == System.architecture
          case _ where name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }):
            ["DEBUG", "SWIFT_PACKAGE"].contains(name)
          default: nil
          }
        return holds.map { $0 != isNegated } ?? true
      }
    }
  }
}

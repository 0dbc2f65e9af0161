/// Examples that change what other examples in the same program would see.
enum Leaks {
  /// Whether `example` declares a conformance for a type that it does not declare itself, or a symbol that is visible
  /// outside of its module. Both hold for a whole program, so such an example needs one of its own.
  static func isLeaking(_ example: Example) -> Bool {
    if TestSnippet.library(of: example) != nil { return true }
    let code = example.code.map(\.text).joined(separator: "\n")
    if code.mentions("@_cdecl") || code.mentions("@objc") || code.mentions("dlsym") || code.mentions("@_silgen_name") {
      return true
    }
    guard code.mentions("extension") else { return false }
    let declared = Set(
      code.matches(of: /\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/).map { $0.1 })
    return code.matches(of: /\bextension\s+([\w.]+)\s*(?:<[^>{]*>)?\s*:/).contains { match in
      !declared.contains(match.1.split(separator: ".").first ?? "")
    }
  }
}

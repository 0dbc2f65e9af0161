import Foundation

/// Code that is not compiled, because conditions such as `#if os(macOS)` around it do not hold.
struct InactiveCode {
  /// All conditions of the example.
  private(set) var conditions: Set<String> = []
  /// The condition that keeps all code of the example but imports from being compiled; nil where some of it is.
  private(set) var condition: String?
  /// Whether some code but imports is not compiled.
  private(set) var hasParts = false

  /// - Parameter refuted: the conditions that do not hold.
  init(of example: Example, refuted: Set<String> = []) {
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
      let end = line.last.map { $0.offset + $0.text.utf8.count } ?? 0
      let rest = example.code[token.line].text.utf8.prefix(end).dropFirst(token.offset + token.text.utf8.count)
      let condition = String(decoding: rest, as: UTF8.self).trimmingBlanks()
      if token.text == "#if" || token.text == "#elseif" { conditions.insert(condition) }
      switch token.text {
      case "#if":
        let holds = !refuted.contains(condition)
        if !holds, first == nil { first = "#if \(condition)" }
        open.append((holds, holds))
      case "#elseif", "#else":
        if let last = open.popLast() {
          let holds = !last.isDone && (token.text == "#else" || !refuted.contains(condition))
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
}

extension Compiler {
  /// The `conditions` that do not hold in examples of the language mode `mode`, according to the compiler. Texts that are
  /// no conditions are left out.
  func refuted(_ conditions: Set<String>, mode: String) async throws -> Set<String> {
    guard !conditions.isEmpty else { return [] }
    let conditions = conditions.sorted()
    let path = "\(folder)/conditions-\(mode)"
    return try await Record.value(at: path + ".json", key: "\(probe.interface) \(conditions)") {
      // Four lines each.
      let text = conditions.map { "#if \($0)\n#else\n#warning(\"refuted\")\n#endif\n" }.joined()
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".swift"))
      let result = try await toolchain.run(
        "swiftc", ["-typecheck", path + ".swift"] + probe.compile + ["-swift-version", mode], in: folder,
        log: "conditions")
      guard case .exit = result.end else { throw VerifierError("swiftc -typecheck crashes:\n\(result.errors)") }
      let messages = Diagnostics(result.errors, file: path + ".swift", document: nil).messages
      func indices(_ messages: [Diagnostics.Message]) -> Set<Int> { Set(messages.map { ($0.line - 1) / 4 }) }
      let wrong = indices(messages.filter(\.isError))
      let refuted = indices(messages.filter { !$0.isError && $0.text == "refuted" })
      return Set(refuted.subtracting(wrong).map { conditions[$0] })
    }
  }
}

extension Verifier {
  /// Decides about examples of which nothing is compiled.
  func findInactive(_ jobs: inout [Job], _ compiler: Compiler) async throws {
    for (mode, indices) in Dictionary(grouping: jobs.open, by: { jobs[$0].example.attributes.languageMode ?? "6" }) {
      let conditions = indices.reduce(into: Set()) { $0.formUnion(InactiveCode(of: jobs[$1].example).conditions) }
      let refuted = try await compiler.refuted(conditions, mode: mode)
      for index in indices {
        let inactive = InactiveCode(of: jobs[index].example, refuted: refuted)
        jobs[index].hasInactiveParts = inactive.hasParts
        if let condition = inactive.condition { jobs[index].verdict = .unavailable(condition) }
      }
    }
  }
}

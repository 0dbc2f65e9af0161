import Foundation

/// An example with conditions such as `#if os(macOS)`, as the compiler is asked which of its lines they keep.
private struct ConditionalCode {
  private static let mark = "compiled"

  /// The conditions and, in place of each line of code or comments, a warning.
  private(set) var source: [String]
  /// The lines with code, and those with imports.
  private var code: Set<Int> = []
  private var imports: Set<Int> = []

  init(_ example: Example) {
    source = [String](repeating: "", count: example.code.count)
    for (line, all) in Dictionary(grouping: SwiftCode(example).tokens, by: \.line) {
      let tokens = all.filter { !$0.isComment }
      let first = tokens.first?.text ?? ""
      if ["#if", "#elseif", "#else", "#endif"].contains(first), let last = tokens.last {
        source[line] = String(
          decoding: example.code[line].text.utf8.prefix(last.offset + last.text.utf8.count), as: UTF8.self)
      } else {
        source[line] = "#warning(\"\(Self.mark)\")"
        if first == "import" { imports.insert(line + 1) } else if first != "" { code.insert(line + 1) }
      }
    }
  }

  /// Whether some code but imports is not among the lines that are `compiled`.
  func hasParts(without compiled: Set<Int>) -> Bool { !code.isSubset(of: compiled) }

  /// The condition that keeps all code but imports from being compiled; nil where some of it is.
  func condition(without compiled: Set<Int>) -> String? {
    let first = code.union(imports).subtracting(compiled).min()
    guard code.isDisjoint(with: compiled), let first else { return nil }
    let condition = source[..<first].last { $0.contains(/^\s*#(if|elseif)\b/) }
    return condition?.trimmingBlanks().replacing(/^#elseif/, with: "#if")
  }

  /// The lines of each of `examples` that are compiled in the language mode `mode`; nil if something is no condition.
  static func compiledLines(
    of examples: [ConditionalCode], mode: String, _ probe: BuiltProbe
  ) async throws -> [Set<Int>?] {
    let path = "\(probe.folder)/conditions-\(mode)"
    return try await Record.value(at: path + ".json", key: "\(probe.interface) \(examples.map(\.source))") {
      let files = examples.indices.map { "\(path)-\($0).swift" }
      for (file, example) in zip(files, examples) {
        try Data(example.source.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
      }
      let options = ["-typecheck", "-wmo", "-parse-as-library"] + probe.flags + ["-swift-version", mode]
      let result = try await probe.toolchain.run("swiftc", options + files, in: probe.folder, log: "conditions")
      guard case .exit = result.end else { throw VerifierError("swiftc -typecheck crashes:\n\(result.errors)") }
      return files.map { file in
        unlink(file)
        let messages = Diagnostics(result.errors, file: file, document: nil).messages
        return messages.contains(where: \.isError) ? nil : Set(messages.filter { $0.text == mark }.map(\.line))
      }
    }
  }
}

extension Example {
  /// Takes away what the comments say that are not on lines of its code that are `compiled`.
  fileprivate mutating func dropComments(without compiled: Set<Int>) {
    let left = Set(code.indices.filter { !compiled.contains($0 + 1) }.map { code[$0].number })
    expected?.lines.removeAll { left.contains($0.number) }
    if let expected, expected.fence == nil, expected.lines.isEmpty { self.expected = nil }
    otherComments.removeAll { left.contains($0.number) }
    expectedErrors.removeAll { left.contains($0.line) }
  }
}

extension Verifier {
  /// Decides about examples of which nothing is compiled.
  func findInactive(_ jobs: inout [Job], _ probe: BuiltProbe) async throws {
    let open = jobs.open.filter { jobs[$0].example.code.contains { $0.text.mentions("#if") } }
    for (mode, indices) in Dictionary(grouping: open, by: { jobs[$0].example.attributes.languageMode ?? "6" }) {
      let examples = indices.map { ConditionalCode(jobs[$0].example) }
      let lines = try await ConditionalCode.compiledLines(of: examples, mode: mode, probe)
      for ((index, example), compiled) in zip(zip(indices, examples), lines) {
        guard let compiled else { continue }
        jobs[index].hasInactiveParts = example.hasParts(without: compiled)
        if jobs[index].hasInactiveParts { jobs[index].example.dropComments(without: compiled) }
        if let condition = example.condition(without: compiled) { jobs[index].verdict = .unavailable(condition) }
      }
    }
  }
}

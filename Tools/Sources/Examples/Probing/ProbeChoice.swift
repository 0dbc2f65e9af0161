/// Which probe an example is compiled against.
struct ProbeChoice {
  var probes: [Configuration.Probe]

  /// The probe that the example names, else the one that is chosen by a module it imports, else the first.
  ///
  /// - Throws: `VerifierError` when there is no probe of the name.
  func probe(for example: Example) throws(VerifierError) -> Configuration.Probe {
    if let name = example.attributes.probe {
      if let probe = probes.first(where: { $0.name == name }) { return probe }
      let known = probes.map(\.name).joined(separator: ", ")
      throw VerifierError("there is no probe '\(name)'; known are \(known)")
    }
    let imports = Set(example.code.compactMap { ProbeChoice.module(importedBy: $0.text) })
    return probes.first { !imports.isDisjoint(with: $0.imports) } ?? probes[0]
  }

  /// The module that a line imports, also where it says what of it.
  static func module(importedBy line: String) -> String? {
    guard line.mentions("import") else { return nil }
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let keyword = words.firstIndex(of: "import") else { return nil }
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    guard words[..<keyword].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) }) else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
    let path = words[(keyword + 1)...].first { !kinds.contains($0) }
    return path?.split(separator: ".").first.map(String.init)
  }
}

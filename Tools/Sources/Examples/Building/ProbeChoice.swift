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
    let imports = SwiftCode(example).imports
    return probes.first { !imports.isDisjoint(with: $0.imports) } ?? probes[0]
  }
}

/// What examples of one probe are compiled and linked with.
struct ExampleToolchain: Sendable {
  var probe: BuiltProbe
  var compiler: Compiler
  var linker: Linker
}

extension Verifier {
  /// Builds the probes that `jobs` need. Jobs whose probe cannot be built fail.
  func toolchains(for jobs: inout [Job], _ toolchain: Toolchain) async -> [String: ExampleToolchain] {
    var toolchains: [String: ExampleToolchain] = [:]
    var broken: [String: String] = [:]
    let builder = ProbeBuilder(
      root: root, folder: buildFolder + "/probes", toolchain: toolchain, buildSystem: options.buildSystem)
    for index in jobs.indices where jobs[index].verdict == nil {
      do {
        let probe = try configuration.probe(for: jobs[index].example)
        jobs[index].probe = probe.name
        guard toolchains[probe.name] == nil, broken[probe.name] == nil else { continue }
        do {
          options.progress("building")
          let built = try await builder.build(probe)
          toolchains[probe.name] = ExampleToolchain(
            probe: built, compiler: Compiler(probe: built, toolchain: toolchain, folder: buildFolder),
            linker: Linker(probe: built, toolchain: toolchain, folder: buildFolder + "/libraries"))
        } catch {
          broken[probe.name] = "\(error)"
        }
      } catch {
        jobs[index].fail(.document, "\(error)")
      }
    }
    var told: Set<String> = []
    for index in jobs.indices where jobs[index].verdict == nil {
      guard let probe = jobs[index].probe, let reason = broken[probe] else { continue }
      // The reason is long, and the same for all.
      let detail = told.insert(probe).inserted ? reason : ""
      jobs[index].fail(.library, "cannot be checked, because probe '\(probe)' does not build", detail: detail)
    }
    return toolchains
  }
}

extension Configuration {
  /// The probe that the example names, else the one that is chosen by a module it imports, else the first.
  ///
  /// - Throws: `VerifierError` when there is no probe of the name.
  func probe(for example: Example) throws(VerifierError) -> Probe {
    if let name = example.attributes.probe {
      if let probe = probes.first(where: { $0.name == name }) { return probe }
      throw VerifierError("there is no probe '\(name)'; known are \(probes.map(\.name).joined(separator: ", "))")
    }
    let imports = example.modules
    return probes.first { !imports.isDisjoint(with: $0.imports) } ?? probes[0]
  }
}

import Foundation

extension Verifier {
  /// Links the compiled examples into libraries, which the loader reads.
  func link(_ jobs: inout [Job], _ probe: BuiltProbe) async throws {
    let open = jobs.open.filter { jobs[$0].object != nil }
    let symbols = try await ObjectSymbols.of(open.map { jobs[$0] }, probe)
    for index in open {
      jobs[index].symbols = symbols[jobs[index].module] ?? ObjectSymbols(needsIsolation: true, varies: true)
    }
    let libraries = try await probe.link(open.map { jobs[$0] })
    for index in open {
      switch libraries[jobs[index].module] {
      case .success(let path): jobs[index].library = path
      case .failure(let error): jobs[index].fail(.link, "does not link", detail: error.description)
      case nil: break
      }
    }
  }
}

extension BuiltProbe {
  /// Links programs into as few libraries as is right. Returns each one's, or why there is none, under its module.
  ///
  /// Where they cannot be linked or loaded together, each is linked alone, so that only those to blame fail.
  func link(_ programs: [Job]) async throws -> [String?: Result<String, VerifierError>] {
    var libraries: [String?: Result<String, VerifierError>] = [:]
    var alone = programs.filter(\.symbols.needsIsolation)
    let together = programs.filter { !$0.symbols.needsIsolation }
    if !together.isEmpty {
      let library = try await link(together.compactMap(\.object), name: "examples-\(implementation)")
      if case .failure = library, together.count > 1 {
        alone += together
      } else {
        for program in together { libraries[program.module] = library }
      }
    }
    let results = try await inParallel(alone) { program in
      try await link([program.object].compactMap(\.self), name: program.module ?? "")
    }
    for (program, library) in zip(alone, results) { libraries[program.module] = library }
    return libraries
  }

  private func link(_ objects: [String], name: String) async throws -> Result<String, VerifierError> {
    let library = "\(folder)/libraries/\(name).so"
    // The compiler names a file after the module, so libraries that are linked side by side need names of their own.
    let module = "Linked_" + name.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    var result = try await toolchain.run(
      "swiftc",
      ["-emit-library", "-module-name", module, "-o", library] + Self.linkFlags + objects + self.objects,
      in: folder + "/libraries", log: name)
    if result.end == .exit(0), objects.count > 1 {
      // The loader reports a symbol that one of them uses and nothing defines.
      let environment = ProcessInfo.processInfo.environment.merging(["DOCS_LIBRARY": library]) { $1 }
      result = try await Command(
        executable: program, arguments: [], environment: environment, directory: folder, output: library + ".log"
      ).run()
    }
    return result.end == .exit(0)
      ? .success(library) : .failure(VerifierError((result.errors + result.output).trimmingTrailingBlanks()))
  }

  private static var linkFlags: [String] {
    #if os(macOS)
      ["-Xlinker", "-undefined", "-Xlinker", "dynamic_lookup"]
    #else
      ["-use-ld=lld", "-Xlinker", "-Bsymbolic"]
    #endif
  }
}

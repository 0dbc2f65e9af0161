import Foundation

extension Compiler {
  /// The library that holds an example, or why there is none.
  typealias Linked = Result<String, VerifierError>

  /// Links `examples` into as few libraries as is right, which the loader reads. Returns each one's under its module.
  ///
  /// Where they cannot be linked or loaded together, each is linked alone, so that only those to blame fail.
  func link(_ examples: [(module: String, object: String, isAlone: Bool)]) async throws -> [String: Linked] {
    var outcomes: [String: Linked] = [:]
    var alone = examples.filter(\.isAlone)
    let together = examples.filter { !$0.isAlone }
    if !together.isEmpty {
      let outcome = try await link(together.map(\.object), name: "examples-\(probe.implementation)")
      if case .failure = outcome, together.count > 1 {
        alone += together
      } else {
        for example in together { outcomes[example.module] = outcome }
      }
    }
    let results = try await inParallel(alone.map { ($0.module, $0.object) }) { module, object in
      (module, try await link([object], name: module))
    }
    for (module, outcome) in results { outcomes[module] = outcome }
    return outcomes
  }

  private func link(_ objects: [String], name: String) async throws -> Linked {
    let library = "\(folder)/libraries/\(name).so"
    // The compiler names a file after the module, so libraries that are linked side by side need names of their own.
    let module = "Linked_" + name.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let linked = try await toolchain.run(
      "swiftc",
      ["-emit-library", "-module-name", module, "-o", library] + Compiler.linkFlags + objects + probe.objects,
      in: folder + "/libraries", log: name)
    guard linked.end == .exit(0) else { return failure(linked) }
    guard objects.count > 1 else { return .success(library) }
    // The loader reports a symbol that one of them uses and nothing defines.
    let environment = ProcessInfo.processInfo.environment.merging(["DOCS_LIBRARY": library]) { $1 }
    let loaded = try await Command(
      executable: probe.program, arguments: [], environment: environment, directory: folder, output: library + ".log"
    ).run()
    return loaded.end == .exit(0) ? .success(library) : failure(loaded)
  }

  private func failure(_ result: Run) -> Linked {
    .failure(VerifierError((result.errors + result.output).trimmingTrailingBlanks()))
  }

  private static var linkFlags: [String] {
    #if os(macOS)
      ["-Xlinker", "-undefined", "-Xlinker", "dynamic_lookup"]
    #else
      ["-use-ld=lld", "-Xlinker", "-Bsymbolic"]
    #endif
  }
}

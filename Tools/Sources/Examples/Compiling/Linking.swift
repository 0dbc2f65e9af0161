import Foundation

extension Verifier {
  /// Links the compiled examples into libraries, which the loader reads.
  func link(_ jobs: inout [Job], _ probe: BuiltProbe) async throws {
    let open = jobs.open.filter { jobs[$0].object != nil }
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
      try await link([program.object].compactMap(\.self), name: program.module ?? "", countsCalls: program.countsCalls)
    }
    for (program, library) in zip(alone, results) { libraries[program.module] = library }
    return libraries
  }

  private func link(
    _ objects: [String], name: String, countsCalls: Bool = false
  ) async throws -> Result<String, VerifierError> {
    let library = "\(folder)/libraries/\(name).so"
    let flags = Self.linkFlags + linkFlags + (countsCalls ? ["-profile-generate"] : [])
    var result = try await runLinker(objects, library, flags, name: name)
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

  /// Links with the commands of the driver, `swiftc`. For a short example the driver takes half of the time, so it is asked once.
  private func runLinker(
    _ objects: [String], _ library: String, _ flags: [String], name: String
  ) async throws -> Run {
    let libraries = folder + "/libraries"
    let record = "\(folder)/linker-\(flags.count).json"
    let flags = ["-emit-library", "-module-name", "Linked"] + flags + self.objects
    let commands = try await Record.value(at: record, key: "\(toolchain.tool("swiftc")) \(flags)") {
      let result = try await toolchain.run(
        "swiftc", ["-###", "-o", library, objects[0]] + flags, in: libraries, log: name)
      let commands = result.output.split(separator: "\n").map { Self.words(of: String($0)) }
      guard result.end == .exit(0), let last = commands.last, last.contains(objects[0]), last.contains(library) else {
        throw VerifierError("swiftc -### does not say how it links:\n\(result.errors)\(result.output)")
      }
      // The first of two commands writes a file for the second: the libraries that the objects name.
      let list = commands.dropLast().first.flatMap { zip($0, $0.dropFirst()).first { $0.0 == "-o" }?.1 } ?? library
      return commands.map { command in
        command.map { word in
          word == objects[0] ? "\0objects" : word.replacing(library, with: "\0").replacing(list, with: "\0.list")
        }
      }
    }
    var result: Run?
    for command in commands where result.map({ $0.end == .exit(0) }) ?? true {
      let words = command.flatMap { $0 == "\0objects" ? objects : [$0.replacing("\0", with: library)] }
      result = try await Command(
        executable: words[0], arguments: Array(words.dropFirst()), directory: libraries,
        output: "\(libraries)/\(name).log"
      ).run()
    }
    guard let result else { throw VerifierError("swiftc -### names no command that links") }
    return result
  }

  private static var linkFlags: [String] {
    #if os(macOS)
      ["-Xlinker", "-undefined", "-Xlinker", "dynamic_lookup"]
    #else
      ["-use-ld=lld", "-Xlinker", "-Bsymbolic"]
    #endif
  }
}

import Files
import Foundation

/// The documented packages as they are built: everything that is needed to compile, link and run an example.
struct BuiltProbe: Codable {
  var toolchain: Toolchain
  /// The folder of everything that is made for examples.
  var folder: String
  /// The program that loads examples and runs them.
  var program: String
  /// The program that starts that one, and watches it.
  var supervisor: String
  /// The compiler's flags for an example.
  var flags: [String]
  /// The folders of system libraries, for the linker.
  var linkFlags: [String]
  /// The modules in Swift.
  var modules: [String]
  /// The names of what asks for the place of its caller, by `#line` as a default, or as a macro.
  var callersPlace: [String]
  /// The files that every example is linked with.
  var objects: [String]
  /// Identifies everything that a compiled example depends on: compiler, flags, module interfaces, headers, macros.
  var interface: String
  /// Identifies the code that examples run with.
  var implementation: String
  /// The headers of system libraries, with those that they include, and what identifies their contents.
  var systemHeaders: [String]
  var systemContents: String
  /// Whether the code of the packages uses sets, dictionaries or hashes, so that its results may differ between processes.
  var mentionsHashing: Bool
  /// The folder and options of the build.
  var build: [String]
  /// Its inputs, and their state at the time.
  var inputs: ProbeInputs
  var fingerprint: String

  /// Identifies all of it.
  var identity: String { interface + implementation }

  /// Whether nothing has changed that it was built from.
  var isCurrent: Bool {
    fingerprint == inputs.fingerprint && (objects + [program, supervisor]).allSatisfy { FileStamp.exists($0) }
  }
}

extension BuiltProbe {
  private static let file = "built.json"

  /// The earlier build in `folder`.
  init?(folder: String) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.file)"),
      let probe = try? JSONDecoder().decode(BuiltProbe.self, from: data)
    else { return nil }
    self = probe
  }

  func save(in folder: String) {
    try? JSONEncoder().encode(self).write(to: URL(fileURLWithPath: "\(folder)/\(Self.file)"), options: .atomic)
  }

  static func forget(in folder: String) {
    unlink("\(folder)/\(Self.file)")
  }
}

extension ProbePackage {
  /// Describes what is in `bin` after a build that began at `start`.
  func describe(_ bin: String, _ start: Date, _ toolchain: Toolchain) async throws -> BuiltProbe {
    let graph = try await graph(toolchain)
    var (flags, interfaces) = try graph.compileFlags(bin: bin, maps: folder + "/maps")
    if try await graph.usesCxx(cache: folder.folder, toolchain) { flags.append("-cxx-interoperability-mode=default") }
    let issues = try await ReportedIssues.build(in: folder, graph: graph, compile: flags, toolchain)
    if issues != nil { flags += ["-D", ReportedIssues.condition] }
    let program = "\(bin)/\(Self.program)"
    let libraries = try await systemLibraries(of: program, toolchain)
    let code = [program] + Fingerprint.libraries(in: bin)
    var interface = Digest()
    for word in flags + [toolchain.version] { interface.add(word) }
    let systemHeaders = try await systemHeaders(of: graph, toolchain)
    let headers = graph.headers.flatMap(Fingerprint.headers) + systemHeaders
    interface.add(Fingerprint.ofContents(interfaces + headers))
    let inputs = ProbeInputs(
      graph: graph,
      files: [toolchain.tool("swiftc")] + sources + packages.map { "\($0)/\(PinnedVersions.file)" } + systemHeaders
        + libraries)
    // A file that is changed during the build may be in the program or not. The clock of files may be a little behind.
    let isChanged = inputs.isChanged(since: start.timeIntervalSince1970 - 0.02, outside: folder)
    // A plugin may make resources of any file.
    let copied = graph.targets.flatMap(\.resources)
    let all = copied + copied.flatMap { Folder.files(below: $0, withHidden: true) } + inputs.pluggedContents
    let resources = all.sorted() + ["\(folder)/\(PinnedVersions.file)"]
    let mentionsHashing = try await ObjectSymbols.mentionHashing(code, folder: folder, toolchain)
    return BuiltProbe(
      toolchain: toolchain, folder: folder.folder, program: program, supervisor: try await buildSupervisor(toolchain),
      flags: flags, linkFlags: graph.targets.flatMap(\.linkFlags).filter { $0.hasPrefix("-L") },
      modules: graph.targets.filter { $0.kind == .swift }.map(\.module), callersPlace: graph.callersPlace(),
      objects: issues.map { [$0] } ?? [], interface: interface.name,
      implementation: Fingerprint.ofContents(code + libraries + resources), systemHeaders: systemHeaders,
      systemContents: Fingerprint.ofContents(systemHeaders), mentionsHashing: mentionsHashing,
      build: [scratch] + options, inputs: inputs,
      fingerprint: isChanged ? "changed while it was built at \(start.timeIntervalSince1970)" : inputs.fingerprint)
  }

  /// The headers that the modules of system libraries name, and all that they include: also those of the system.
  private func systemHeaders(of graph: PackageGraph, _ toolchain: Toolchain) async throws -> [String] {
    var found: Set<String> = []
    for target in graph.targets where target.kind == .system {
      found.formUnion(Fingerprint.headers(in: target.folder))
      let map = FileManager.default.contents(atPath: target.folder + "/module.modulemap") ?? Data()
      for match in String(decoding: map, as: UTF8.self).matches(of: /(header|umbrella)\s+"([^"]+)"/) {
        let path = match.2.hasPrefix("/") ? String(match.2) : "\(target.folder)/\(match.2)"
        if match.1 == "umbrella" {
          found.formUnion(Fingerprint.headers(in: path))
          continue
        }
        // Prints a rule for `make`, also where a header is missing.
        let result = try await toolchain.run(
          "clang", ["-M", "-MG", "-x", "c"] + target.flags + [path], in: folder, log: "headers")
        // The name of a file has its blanks behind a backslash.
        let rule = result.output.replacing("\\ ", with: "\0")
        for name in rule.split(whereSeparator: \.isWhitespace) where name.hasPrefix("/") {
          found.insert(String(name.replacing("\0", with: " ").replacing("\\#", with: "#").replacing("$$", with: "$")))
        }
      }
    }
    return found.sorted()
  }

  /// The shared libraries that `program` loads, where the loader of the system says which, but for those of builds.
  private func systemLibraries(of program: String, _ toolchain: Toolchain) async throws -> [String] {
    let environment = ProcessInfo.processInfo.environment.merging(["LD_TRACE_LOADED_OBJECTS": "1"]) { $1 }
    let run = try await Command(
      executable: program, arguments: [], environment: environment, directory: folder, output: folder + "/loaded.log"
    ).run()
    let libraries = run.output.matches(of: /[ \t](\/.+) \(0x/).map { String($0.1) }
    return libraries.filter { !$0.hasPrefix(scratch + "/") && !$0.hasPrefix(toolchain.folder.folder + "/") }.sorted()
  }

  /// Compiles the program that starts examples and watches them.
  private func buildSupervisor(_ toolchain: Toolchain) async throws -> String {
    let program = folder + "/supervisor"
    let result = try await toolchain.run("clang", ["-O1", supervisor, "-o", program], in: folder, log: "supervisor")
    guard result.end == .exit(0) else { throw VerifierError("\(supervisor) does not compile:\n\(result.errors)") }
    return program
  }
}

extension Fingerprint {
  fileprivate static func headers(in folder: String) -> [String] {
    let endings = [".h", ".hpp", ".inc", ".def", ".modulemap"]
    return Folder.files(below: folder).filter { file in endings.contains { file.hasSuffix($0) } }
  }

  /// The shared libraries that a build left in `bin`.
  fileprivate static func libraries(in bin: String) -> [String] {
    (Folder(bin)?.names ?? []).filter { $0.hasSuffix(".so") || $0.hasSuffix(".dylib") }.map { "\(bin)/\($0)" }
  }
}

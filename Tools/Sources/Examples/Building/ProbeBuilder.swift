import Files
import Foundation

/// Builds the documented packages with SwiftPM, as dependencies of a package of its own, and remembers what it built.
struct ProbeBuilder: Sendable {
  var root: String
  /// The folder for everything that is made.
  var folder: String
  var toolchain: Toolchain
  /// The build system to use; nil for SwiftPM's default.
  var buildSystem: String?

  /// `products`, built again only if one of their inputs has changed.
  ///
  /// - Throws: `VerifierError` when the documented packages do not build.
  func build(_ products: [String: [String]]) async throws -> BuiltProbe {
    let package = ProbePackage(products: products, root: root, folder: "\(folder)/\(ProbePackage.name)")
    try package.write()
    let old = BuiltProbe(folder: package.folder)
    if let old, old.isCurrent, old.buildSystem == buildSystem { return old }
    // The state after a failed build is unknown.
    BuiltProbe.forget(in: package.folder)
    if let old {
      try await wait(for: old.inputs, package)
      // SwiftPM does not notice that these have changed.
      if Fingerprint.ofContents(old.systemHeaders) != old.systemContents {
        try? FileManager.default.removeItem(atPath: package.scratch)
      }
    }
    let start = Date()
    let bin = try await package.build(toolchain, system: buildSystem)
    let built = try await describe(package, bin, start)
    built.save(in: package.folder)
    return built
  }

  /// Waits until the second of the newest change is over. The compiler's driver tells changes apart by whole seconds: a
  /// file that is changed, compiled and changed again within one is unchanged to it.
  private func wait(for inputs: ProbeInputs, _ package: ProbePackage) async throws {
    let now = FileStamp.now
    guard inputs.isChanged(since: Double(now.tv_sec), outside: package.folder) else { return }
    try await Task.sleep(for: .nanoseconds(1_000_000_000 - Int64(now.tv_nsec)))
  }

  private func describe(_ package: ProbePackage, _ bin: String, _ start: Date) async throws -> BuiltProbe {
    let graph = try PackageGraph(scratch: package.scratch)
    let flags = try CompileFlags(graph: graph, bin: bin, maps: package.folder + "/maps")
    var compile = ["-swift-version", "6"] + flags.arguments
    if graph.usesCxx { compile.append("-cxx-interoperability-mode=default") }
    let issues = try await ReportedIssues.build(in: package.folder, graph: graph, compile: compile, toolchain)
    if issues != nil { compile += ["-D", ReportedIssues.condition] }
    let program = "\(bin)/\(ProbePackage.program)"
    let code = [program] + Fingerprint.libraries(in: bin)
    var interface = Digest()
    for word in compile + [toolchain.version] { interface.add(word) }
    let systemHeaders = try await systemHeaders(of: graph)
    let headers = graph.headers.flatMap(Fingerprint.headers) + systemHeaders
    interface.add(Fingerprint.ofContents(flags.modules + flags.macros + headers))
    let inputs = ProbeInputs(
      graph: graph,
      files: [toolchain.tool("swiftc")] + package.sources + package.packages.map { "\($0)/\(PinnedVersions.file)" }
        + systemHeaders)
    // A file that is changed during the build may be in the program or not. The clock of files may be a little behind.
    let isChanged = inputs.isChanged(since: start.timeIntervalSince1970 - 0.02, outside: package.folder)
    let symbols = try await ObjectSymbols.mentionHashing(code, folder: package.folder, toolchain)
    return BuiltProbe(
      program: program, supervisor: try await buildSupervisor(package.supervisor), compile: compile,
      modules: graph.targets.filter { $0.kind == .swift }.map(\.module),
      objects: issues.map { [$0] } ?? [], interface: interface.name,
      implementation: Fingerprint.ofContents(code + Fingerprint.resources(in: bin)), systemHeaders: systemHeaders,
      systemContents: Fingerprint.ofContents(systemHeaders), mentionsHashing: symbols,
      buildSystem: buildSystem, inputs: inputs,
      fingerprint: isChanged ? "changed while it was built" : inputs.fingerprint)
  }
}

extension ProbeBuilder {
  /// The headers that the modules of system libraries name, and all that they include: also those of the system.
  private func systemHeaders(of graph: PackageGraph) async throws -> [String] {
    var found: Set<String> = []
    for target in graph.targets where target.kind == .system {
      found.formUnion(Fingerprint.headers(in: target.folder))
      let map = FileManager.default.contents(atPath: target.folder + "/module.modulemap") ?? Data()
      for header in String(decoding: map, as: UTF8.self).matches(of: /header\s+"([^"]+)"/).map(\.1) {
        let path = header.hasPrefix("/") ? String(header) : "\(target.folder)/\(header)"
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

  /// Compiles the program that starts examples and watches them, from the file `source` to one beside it.
  private func buildSupervisor(_ source: String) async throws -> String {
    let program = source.folder + "/supervisor"
    let result = try await toolchain.run(
      "clang", ["-O1", source, "-o", program], in: source.folder, log: "supervisor")
    guard result.end == .exit(0) else { throw VerifierError("\(source) does not compile:\n\(result.errors)") }
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

  /// The files that a build copied to `bin` for the modules to read when they run.
  fileprivate static func resources(in bin: String) -> [String] {
    (Folder(bin)?.names ?? []).filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }
      .flatMap { Folder.files(below: "\(bin)/\($0)") }
  }
}

import Files
import Foundation

extension ProbePackage {
  /// The products, built by `system` again only if one of their inputs has changed, and a description of what was built.
  ///
  /// - Throws: `VerifierError` when the documented packages do not build.
  func built(_ toolchain: Toolchain, system: String?) async throws -> BuiltProbe {
    try write()
    let old = BuiltProbe(folder: folder)
    if let old, old.isCurrent, (old.toolchain, old.folder) == (toolchain, folder.folder), old.buildSystem == system {
      return old
    }
    // The state after a failed build is unknown.
    BuiltProbe.forget(in: folder)
    if let old {
      try await wait(for: old.inputs)
      // SwiftPM does not notice that these have changed.
      if Fingerprint.ofContents(old.systemHeaders) != old.systemContents {
        try? FileManager.default.removeItem(atPath: scratch)
      }
    }
    let start = Date()
    let bin = try await build(toolchain, system: system)
    let built = try await describe(bin, start, toolchain, system: system)
    built.save(in: folder)
    return built
  }

  /// Waits until the second of the newest change is over. The compiler's driver tells changes apart by whole seconds: a
  /// file that is changed, compiled and changed again within one is unchanged to it.
  private func wait(for inputs: ProbeInputs) async throws {
    let now = FileStamp.now
    guard inputs.isChanged(since: Double(now.tv_sec), outside: folder) else { return }
    try await Task.sleep(for: .nanoseconds(1_000_000_000 - Int64(now.tv_nsec)))
  }

  private func describe(
    _ bin: String, _ start: Date, _ toolchain: Toolchain, system: String?
  ) async throws -> BuiltProbe {
    let graph = try PackageGraph(scratch: scratch)
    var (flags, interfaces) = try graph.compileFlags(bin: bin, maps: folder + "/maps")
    if try await graph.usesCxx(cache: folder.folder, toolchain) { flags.append("-cxx-interoperability-mode=default") }
    let issues = try await ReportedIssues.build(in: folder, graph: graph, compile: flags, toolchain)
    if issues != nil { flags += ["-D", ReportedIssues.condition] }
    let program = "\(bin)/\(Self.program)"
    let code = [program] + Fingerprint.libraries(in: bin)
    var interface = Digest()
    for word in flags + [toolchain.version] { interface.add(word) }
    let systemHeaders = try await systemHeaders(of: graph, toolchain)
    let headers = graph.headers.flatMap(Fingerprint.headers) + systemHeaders
    interface.add(Fingerprint.ofContents(interfaces + headers))
    let inputs = ProbeInputs(
      graph: graph,
      files: [toolchain.tool("swiftc")] + sources + packages.map { "\($0)/\(PinnedVersions.file)" }
        + systemHeaders)
    // A file that is changed during the build may be in the program or not. The clock of files may be a little behind.
    let isChanged = inputs.isChanged(since: start.timeIntervalSince1970 - 0.02, outside: folder)
    let symbols = try await ObjectSymbols.mentionHashing(code, folder: folder, toolchain)
    return BuiltProbe(
      toolchain: toolchain, folder: folder.folder, program: program,
      supervisor: try await buildSupervisor(toolchain), flags: flags,
      modules: graph.targets.filter { $0.kind == .swift }.map(\.module),
      callersPlace: graph.callersPlace(), objects: issues.map { [$0] } ?? [], interface: interface.name,
      implementation: Fingerprint.ofContents(code + Fingerprint.resources(in: bin)), systemHeaders: systemHeaders,
      systemContents: Fingerprint.ofContents(systemHeaders), mentionsHashing: symbols,
      buildSystem: system, inputs: inputs,
      fingerprint: isChanged ? "changed while it was built at \(start.timeIntervalSince1970)" : inputs.fingerprint)
  }
}

extension ProbePackage {
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

  /// The files that a build copied to `bin` for the modules to read when they run.
  fileprivate static func resources(in bin: String) -> [String] {
    (Folder(bin)?.names ?? []).filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }
      .flatMap { Folder.files(below: "\(bin)/\($0)", withHidden: true) }
  }
}

import Files
import Foundation

/// Builds probes with SwiftPM, and remembers what it built.
struct ProbeBuilder: Sendable {
  var root: String
  /// The folder of all probes.
  var folder: String
  var toolchain: Toolchain
  /// The build system to use; nil for SwiftPM's default.
  var buildSystem: String?

  /// `probe`, built again only if one of its inputs has changed.
  ///
  /// - Throws: `VerifierError` when the documented packages do not build.
  func build(_ probe: Configuration.Probe) async throws -> BuiltProbe {
    // SwiftPM knows packages by their folders' names, so this one must not be that of a documented package.
    let package = ProbePackage(probe: probe, root: root, folder: "\(folder)/docs-probe-\(probe.name)")
    try package.write()
    let old = BuiltProbe(folder: package.folder)
    if let old, old.isCurrent, old.buildSystem == buildSystem { return old }
    // The state after a failed build is unknown.
    BuiltProbe.forget(in: package.folder)
    if let old {
      try await wait(for: old.inputs, package)
      // SwiftPM does not notice that these have changed.
      if Fingerprint.ofHeaders(in: old.systemFolders) != old.systemHeaders {
        try? FileManager.default.removeItem(atPath: package.scratch)
      }
    }
    // SwiftPM plans again if the root package has changed, but not for a new file in another local package.
    utimes(package.folder + "/Package.swift", nil)
    PinnedVersions.copy(from: package.packages, to: package.folder)
    let start = Date()
    let build = SwiftBuild(toolchain: toolchain, package: package.folder, system: buildSystem)
    if let log = try await build.build(product: ProbePackage.program) { throw failure(log, probe) }
    let built = try await describe(package, try await build.binFolder(), start)
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

  private func failure(_ log: String, _ probe: Configuration.Probe) -> VerifierError {
    // An error is said again with its lines of code, by each stage of the compiler, and for each stage that failed.
    let lines = log.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") && !$0.hasPrefix(" ") }
    let placed = errors.filter { $0.contains(": error:") }
    var seen: Set<Substring> = []
    let shown =
      errors.isEmpty
      ? lines.suffix(20) : (placed.isEmpty ? errors : placed).filter { seen.insert($0).inserted }.prefix(20)
    return VerifierError(
      "the packages of probe '\(probe.name)' do not build; fix that first:\n"
        + shown.map { "  \($0)" }.joined(separator: "\n"))
  }

  private func describe(_ package: ProbePackage, _ bin: String, _ start: Date) async throws -> BuiltProbe {
    let graph = try PackageGraph(scratch: package.scratch)
    let flags = try CompileFlags(graph: graph, bin: bin, maps: package.folder + "/maps")
    var compile = ["-swift-version", package.probe.languageMode] + flags.arguments
    if graph.usesCxx { compile.append("-cxx-interoperability-mode=default") }
    let issues = try await ReportedIssues.build(in: package.folder, graph: graph, compile: compile, toolchain)
    if issues != nil { compile += ["-D", ReportedIssues.condition] }
    let program = "\(bin)/\(ProbePackage.program)"
    let code = [program] + Fingerprint.libraries(in: bin)
    var interface = Digest()
    for word in compile + [toolchain.version] { interface.add(word) }
    interface.add(Fingerprint.ofContents(flags.modules + flags.macros + graph.headers.flatMap(Fingerprint.headers)))
    let systemFolders = graph.targets.filter { $0.kind == .system }.map(\.folder)
    let inputs = ProbeInputs(
      graph: graph,
      files: [toolchain.tool("swiftc")] + package.sources + package.packages.map { "\($0)/\(PinnedVersions.file)" })
    // A file that is changed during the build may be in the program or not. The clock of files may be a little behind.
    let isChanged = inputs.isChanged(since: start.timeIntervalSince1970 - 0.02, outside: package.folder)
    let symbols = try await ObjectSymbols.mentionHashing(code, folder: package.folder, toolchain)
    return BuiltProbe(
      program: program, supervisor: try await Supervisor.build(package.supervisor, toolchain), compile: compile,
      modules: graph.targets.filter { $0.kind == .swift }.map(\.module),
      objects: issues.map { [$0] } ?? [], interface: interface.name,
      implementation: Fingerprint.ofContents(code + Fingerprint.resources(in: bin)), systemFolders: systemFolders,
      systemHeaders: Fingerprint.ofHeaders(in: systemFolders), mentionsHashing: symbols,
      swiftVersion: toolchain.version, buildSystem: buildSystem, inputs: inputs,
      fingerprint: isChanged ? "changed while it was built" : inputs.fingerprint)
  }
}

extension Fingerprint {
  fileprivate static func headers(in folder: String) -> [String] {
    files(in: folder, endingWith: [".h", ".hpp", ".inc", ".def", ".modulemap"])
  }

  fileprivate static func ofHeaders(in folders: [String]) -> String { ofContents(folders.flatMap(headers)) }

  /// The shared libraries that a build left in `bin`.
  fileprivate static func libraries(in bin: String) -> [String] {
    (Folder(bin)?.names ?? []).filter { $0.hasSuffix(".so") || $0.hasSuffix(".dylib") }.map { "\(bin)/\($0)" }
  }

  /// The files that a build copied to `bin` for the modules to read when they run.
  fileprivate static func resources(in bin: String) -> [String] {
    (Folder(bin)?.names ?? []).filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }
      .flatMap { files(in: "\(bin)/\($0)") }
  }
}

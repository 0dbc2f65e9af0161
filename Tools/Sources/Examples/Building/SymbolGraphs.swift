import Files
import Foundation

/// The symbol graphs of the documented modules: the compiler's description of their public declarations.
public struct SymbolGraphs: Sendable {
  public var root: String
  /// The modules to describe.
  public var modules: [String]
  /// What `swift build` builds the packages with: `native` or `swiftbuild`; nil for its default.
  public var buildSystem: String?
  /// Called with a description of each step.
  public var progress: @Sendable (String) -> Void = { _ in }

  public init(root: String, modules: [String]) {
    self.root = root
    self.modules = modules
  }

  /// Where the graphs of the repository at `root` lie.
  public static func folder(root: String) -> String { root + "/.build/docs/symbols" }

  /// Builds the packages and writes the graphs again, unless nothing has changed since they were written.
  ///
  /// - Returns: whether they were written.
  /// - Throws: `VerifierError` when the packages do not build or hold no such module.
  public func update() async throws -> Bool {
    let verifier = try Verifier(root: root)
    let build = try await BuildFolder(verifier.buildFolder) { progress("waiting for another check") }
    defer { withExtendedLifetime(build) {} }
    let toolchain = try await Toolchain(cache: verifier.buildFolder)
    var probes = verifier.configuration.probes
    if probes.isEmpty {
      probes = [try await DefaultProbe(root: verifier.root, folder: verifier.buildFolder, toolchain: toolchain).probe()]
    }
    let builder = ProbeBuilder(
      root: verifier.root, folder: verifier.buildFolder + "/probes", toolchain: toolchain, buildSystem: buildSystem)
    var digest = Digest()
    var wanted: [(module: String, probe: BuiltProbe)] = []
    var missing = modules
    for probe in probes where !missing.isEmpty {
      progress("building")
      let built = try await builder.build(probe)
      for module in missing where built.modules.contains(module) {
        wanted.append((module, built))
        digest.add("\(module) \(built.fingerprint)")
      }
      missing.removeAll { module in wanted.contains { $0.module == module } }
    }
    guard missing.isEmpty else {
      throw VerifierError(
        "\(Configuration.fileName): no probe builds the module '\(missing[0])' that the reference is to describe")
    }
    return try await write(
      wanted, digest: digest.name, to: SymbolGraphs.folder(root: verifier.root), toolchain: toolchain)
  }

  private func write(
    _ wanted: [(module: String, probe: BuiltProbe)], digest: String, to folder: String, toolchain: Toolchain
  ) async throws -> Bool {
    let record = folder + "/fingerprint"
    if let old = FileManager.default.contents(atPath: record), old == Data(digest.utf8) { return false }
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try await inParallel(wanted) { item in
      let result = try await Command(
        executable: toolchain.tool("swift-symbolgraph-extract"),
        arguments: [
          "-module-name", item.module, "-target", toolchain.target, "-minimum-access-level", "public",
          "-skip-synthesized-members", "-omit-extension-block-symbols", "-output-dir", folder,
        ] + item.probe.searchPaths, directory: folder, output: "\(folder)/\(item.module).log", timeout: 300
      ).run()
      guard result.end == .exit(0) else {
        throw VerifierError(
          "swift-symbolgraph-extract fails for \(item.module):\n" + String(decoding: result.errors, as: UTF8.self))
      }
      return item.module
    }
    try Data(digest.utf8).write(to: URL(fileURLWithPath: record))
    return true
  }
}

extension BuiltProbe {
  /// The compiler's arguments that say where modules are.
  fileprivate var searchPaths: [String] {
    var flags: [String] = []
    for (flag, value) in zip(compile, compile.dropFirst()) where flag == "-I" || flag == "-Xcc" {
      flags += [flag, value]
    }
    return flags
  }
}

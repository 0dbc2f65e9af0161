import Files
import Foundation
import Markdown

/// The symbol graphs of the documented modules: the compiler's description of their public declarations.
public struct SymbolGraphs: Sendable {
  public var root: String
  /// The modules to describe.
  public var modules: [String]
  /// The build system of `swift build`: `native` or `swiftbuild`; nil for its default.
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
    var verifier = try Verifier(root: root)
    let build = try await BuildFolder(verifier.buildFolder) { progress("waiting for another check") }
    defer { withExtendedLifetime(build) {} }
    let toolchain = try await Toolchain(cache: verifier.buildFolder)
    try await verifier.configuration.findProducts(root: verifier.root, cache: verifier.buildFolder, toolchain)
    progress("building")
    let probe = try await ProbeBuilder(
      root: verifier.root, folder: verifier.buildFolder, toolchain: toolchain, buildSystem: buildSystem
    ).build(verifier.configuration.products)
    if let module = modules.first(where: { !probe.modules.contains($0) }) {
      throw VerifierError(
        "\(Settings.fileName): no product has the module '\(module)' that the reference is to describe")
    }
    let folder = SymbolGraphs.folder(root: verifier.root)
    let record = folder + "/fingerprint"
    let fingerprint = Data("\(probe.fingerprint) \(modules)".utf8)
    if FileManager.default.contents(atPath: record) == fingerprint { return false }
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try await inParallel(modules) { module in
      let result = try await toolchain.run(
        "swift-symbolgraph-extract",
        [
          "-module-name", module, "-target", toolchain.target, "-minimum-access-level", "public",
          "-skip-synthesized-members", "-omit-extension-block-symbols", "-output-dir", folder,
        ] + probe.searchPaths, in: folder, log: module)
      guard result.end == .exit(0) else {
        throw VerifierError("swift-symbolgraph-extract fails for \(module):\n\(result.errors)")
      }
      return module
    }
    try fingerprint.write(to: URL(fileURLWithPath: record))
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

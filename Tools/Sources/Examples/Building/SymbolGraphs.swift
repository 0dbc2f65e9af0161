import Files
import Foundation
import Markdown

/// The symbol graphs of the documented modules: the compiler's description of their public declarations.
public enum SymbolGraphs {
  /// Where the graphs of the repository at `root` lie.
  public static func folder(root: String) -> String { root + "/.build/docs/symbols" }
}

extension Verifier {
  /// The modules that the reference of the site describes.
  ///
  /// - Throws: `VerifierError` when the settings of the site cannot be understood.
  func referenceModules() throws(VerifierError) -> [String] {
    do throws(Diagnostic) {
      return try SiteSettings.read(root: root).reference?.flatMap(\.parts) ?? []
    } catch {
      throw VerifierError("\(error.file): \(error.message)")
    }
  }

  /// Writes the symbol graphs of `modules`, unless nothing has changed since they were written.
  ///
  /// - Throws: `VerifierError` when the packages hold no such module.
  func writeSymbolGraphs(of modules: [String], _ probe: BuiltProbe) async throws {
    guard !modules.isEmpty else { return }
    if let module = modules.first(where: { !probe.modules.contains($0) }) {
      throw VerifierError(
        "\(RepositoryRoot.settings): no product has the module '\(module)' that the reference is to describe")
    }
    let folder = SymbolGraphs.folder(root: root)
    let searchPaths = zip(probe.flags, probe.flags.dropFirst()).filter { ["-I", "-Xcc"].contains($0.0) }
    _ = try await Record.value(at: folder + "/written.json", key: "\(probe.fingerprint) \(modules)") {
      try? FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return try await inParallel(modules) { module in
        let result = try await probe.toolchain.run(
          "swift-symbolgraph-extract",
          [
            "-module-name", module, "-target", probe.toolchain.target, "-minimum-access-level", "public",
            "-skip-synthesized-members", "-omit-extension-block-symbols", "-output-dir", folder,
          ] + searchPaths.flatMap { [$0.0, $0.1] }, in: folder, log: module)
        guard result.end == .exit(0) else {
          throw VerifierError("swift-symbolgraph-extract fails for \(module):\n\(result.errors)")
        }
        return module
      }
    }
  }
}

import Foundation

/// Builds a package with `swift build`.
struct SwiftBuild: Sendable {
  var toolchain: Toolchain
  /// The folder of the package.
  var package: String
  /// `native` or `swiftbuild`; nil for SwiftPM's default.
  var system: String?

  /// Builds `product`.
  ///
  /// - Returns: the compiler's messages if it does not build.
  func build(product: String) async throws -> String? {
    // The index is for editors.
    let result = try await run(["--product", product, "--disable-index-store"])
    return result.end == .exit(0) ? nil : String(decoding: result.output + result.errors, as: UTF8.self)
  }

  /// The folder of everything that was built.
  func binFolder() async throws -> String {
    let result = try await run(["--show-bin-path"])
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    guard result.end == .exit(0), let folder = lines.last, folder.hasPrefix("/") else {
      throw VerifierError(
        "swift build --show-bin-path does not say where products are:\n"
          + String(decoding: result.errors, as: UTF8.self))
    }
    return String(folder)
  }

  private func run(_ arguments: [String]) async throws -> Command.Result {
    let system = self.system.map { ["--build-system", $0] } ?? []
    let command = Command(
      executable: toolchain.tool("swift"), arguments: ["build", "--package-path", package] + system + arguments,
      directory: package, output: package + "/build.log")
    let result = try await command.run()
    // The new build system of Swift 6.3 crashes now and then.
    if case .signal = result.end { return try await command.run() }
    return result
  }
}

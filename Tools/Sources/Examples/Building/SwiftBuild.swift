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
    return result.end == .exit(0) ? nil : result.output + result.errors
  }

  /// The folder of everything that was built.
  func binFolder() async throws -> String {
    let result = try await run(["--show-bin-path"])
    let lines = result.output.split(separator: "\n")
    guard result.end == .exit(0), let folder = lines.last, folder.hasPrefix("/") else {
      throw VerifierError("swift build --show-bin-path does not say where products are:\n\(result.errors)")
    }
    return String(folder)
  }

  private func run(_ arguments: [String]) async throws -> Command.Result {
    let system = self.system.map { ["--build-system", $0] } ?? []
    let arguments = ["build", "--package-path", package] + system + arguments
    let result = try await toolchain.run("swift", arguments, in: package, log: "build")
    // The new build system of Swift 6.3 crashes now and then.
    guard case .signal = result.end else { return result }
    return try await toolchain.run("swift", arguments, in: package, log: "build")
  }
}

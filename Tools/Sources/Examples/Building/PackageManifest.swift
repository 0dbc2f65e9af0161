import Files
import Foundation

/// A package's manifest, as `swift package dump-package` describes it.
private struct PackageManifest: Codable {
  struct Product: Codable {
    var name: String
    var targets: [String]
    var type: [String: [String]?]
  }

  var products: [Product]
}

extension Configuration {
  /// Lets examples import every library product of the package at `root`, if there is one, unless products are configured.
  ///
  /// - Throws: `VerifierError` when the manifest cannot be understood.
  mutating func findProducts(root: String, cache: String, _ toolchain: Toolchain) async throws {
    guard products.isEmpty, FileStamp.exists(root + "/Package.swift") else { return }
    let inputs = ProbeInputs(graph: PackageGraph(packages: [root], targets: []), files: [toolchain.tool("swiftc")])
    let manifest = try await Record.value(at: cache + "/manifest.json", key: inputs.fingerprint) {
      let result = try await toolchain.run(
        "swift", ["package", "--package-path", root, "--scratch-path", cache + "/manifest", "dump-package"],
        in: cache, log: "package")
      guard result.end == .exit(0) else {
        throw VerifierError("\(root)/Package.swift cannot be read:\n\(result.errors)")
      }
      return try JSONDecoder().decode(PackageManifest.self, from: Data(result.output.utf8))
    }
    let libraries = manifest.products.filter { $0.type.keys.contains("library") }
    products = libraries.isEmpty ? [:] : [".": libraries.map(\.name).sorted()]
    // A module is named like its target, with letters that Swift allows.
    let targets = libraries.flatMap(\.targets).map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
    modules = Set(targets).sorted()
  }
}

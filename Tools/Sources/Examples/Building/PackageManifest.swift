import Files
import Foundation

/// A package's manifest, as `swift package dump-package` describes it.
struct PackageManifest: Codable {
  struct Product: Codable {
    var name: String
    var targets: [String]
    var type: [String: [String]?]
  }

  struct Target: Codable {
    var name: String
    var type: String
    var path: String?
    var settings: [Setting]
  }

  struct Setting: Codable {
    struct Kind: Codable { var interoperabilityMode: [String: String]? }

    var kind: Kind
  }

  var products: [Product]
  var targets: [Target]

  /// Whether a target is compiled for C++.
  var usesCxx: Bool {
    targets.contains { $0.settings.contains { $0.kind.interoperabilityMode?.values.contains("Cxx") ?? false } }
  }

  /// The folders of code that is not for tests, in the package at `root`.
  func folders(root: String) -> [String] {
    targets.filter { ["regular", "executable", "macro"].contains($0.type) }.compactMap { target in
      let found = ["Sources", "Source", "src", "srcs"].map { "\($0)/\(target.name)" }
      return target.path ?? found.first { FileStamp.exists("\(root)/\($0)") }
    }
  }

  /// Asks SwiftPM for the manifest of the package in the folder `package`, unless it is as it was.
  ///
  /// - Throws: `VerifierError` when it cannot be understood.
  static func of(_ package: String, cache: String, _ toolchain: Toolchain) async throws -> PackageManifest {
    let inputs = ProbeInputs(graph: PackageGraph(packages: [package], targets: []), files: [toolchain.tool("swiftc")])
    var name = Digest()
    name.add(package)
    return try await Record.value(at: "\(cache)/manifest-\(name.name).json", key: inputs.fingerprint) {
      let result = try await toolchain.run(
        "swift", ["package", "--package-path", package, "--scratch-path", cache + "/manifest", "dump-package"],
        in: cache, log: "package")
      guard result.end == .exit(0) else {
        throw VerifierError("\(package)/Package.swift cannot be read:\n\(result.errors)")
      }
      return try JSONDecoder().decode(PackageManifest.self, from: Data(result.output.utf8))
    }
  }
}

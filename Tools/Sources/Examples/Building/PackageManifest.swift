import Files
import Foundation

/// SwiftPM's description of a package's manifest.
struct PackageManifest: Codable {
  private struct Product: Codable {
    var name: String
    var targets: [String]
    var type: [String: [String]?]
  }

  private struct Target: Codable {
    struct Setting: Codable {
      struct Condition: Codable { var platformNames: [String]? }
      struct Kind: Codable { var interoperabilityMode: [String: String]? }

      var condition: Condition?
      var kind: Kind
    }
    var settings: [Setting]
  }

  private var products: [Product]
  private var targets: [Target]

  /// The answer is kept in the folder `cache` until the manifest changes.
  ///
  /// - Throws: `VerifierError` when the manifest cannot be understood.
  init(package: String, cache: String, _ toolchain: Toolchain) async throws {
    let graph = PackageGraph(packages: [package], targets: [])
    var name = Digest()
    name.add(package)
    let key = ProbeInputs(graph: graph, files: [toolchain.tool("swiftc")]).fingerprint
    self = try await Record.value(at: "\(cache)/manifest-\(name.name).json", key: key) {
      let result = try await toolchain.run(
        "swift", ["package", "--package-path", package, "--scratch-path", cache + "/manifest", "dump-package"],
        in: cache, log: "package")
      if result.end == .exit(0),
        let manifest = try? JSONDecoder().decode(PackageManifest.self, from: Data(result.output.utf8))
      {
        return manifest
      }
      throw VerifierError("\(package)/Package.swift cannot be read:\n\(result.errors)")
    }
  }

  /// Whether Swift of the package uses C++ on this system.
  var usesCxx: Bool {
    targets.flatMap(\.settings).contains { setting in
      setting.kind.interoperabilityMode?.values.contains("Cxx") ?? false
        && setting.condition?.platformNames?.contains { System.meets($0) } ?? true
    }
  }

  /// The names of its library products, each with its targets.
  fileprivate var libraries: [String: [String]] {
    let products = products.filter { $0.type.keys.contains("library") }
    return Dictionary(products.map { ($0.name, $0.targets) }) { $1 }
  }
}

extension Configuration {
  /// Lets examples import every library product of the package at `root`, if there is one, unless products are configured.
  mutating func findProducts(root: String, cache: String, _ toolchain: Toolchain) async throws {
    guard products.isEmpty, FileStamp.exists(root + "/Package.swift") else { return }
    let libraries = try await PackageManifest(package: root, cache: cache, toolchain).libraries
    products = libraries.isEmpty ? [:] : [".": libraries.keys.sorted()]
    // A module is named like its target, with letters that Swift allows.
    modules = Set(libraries.values.joined().map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }).sorted()
  }
}

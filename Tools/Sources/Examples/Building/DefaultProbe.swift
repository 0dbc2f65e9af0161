import Files
import Foundation

/// The probe of a repository that configures none: every library product of the package at its root, if there is one.
struct DefaultProbe {
  var root: String
  /// Where the answer is kept until the manifest changes.
  var folder: String
  var toolchain: Toolchain

  private struct Manifest: Decodable {
    struct Product: Decodable {
      var name: String
      var targets: [String]
      var type: [String: [String]?]
    }
    var products: [Product]
  }

  /// - Throws: `VerifierError` when the manifest cannot be understood.
  func probe() async throws -> Configuration.Probe {
    let manifest = root + "/Package.swift"
    guard FileStamp.exists(manifest) else { return Configuration.Probe(name: "main", products: [:]) }
    let key = Fingerprint.of(files: [manifest, toolchain.tool("swiftc")])
    let products = try await Record.value(at: folder + "/products.json", key: key) {
      let result = try await Command(
        executable: toolchain.tool("swift"),
        arguments: ["package", "--package-path", root, "--scratch-path", folder + "/manifest", "dump-package"],
        directory: root, output: folder + "/package.log"
      ).run()
      guard result.end == .exit(0), let dump = try? JSONDecoder().decode(Manifest.self, from: Data(result.output))
      else { throw VerifierError("\(manifest) cannot be read:\n" + String(decoding: result.errors, as: UTF8.self)) }
      let products = dump.products.filter { $0.type.keys.contains("library") }
      return Dictionary(products.map { ($0.name, $0.targets) }) { $1 }
    }
    // A module is named like its target, with letters that Swift allows.
    let modules = Set(products.values.joined()).map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
    return Configuration.Probe(
      name: "main", products: products.isEmpty ? [:] : [".": products.keys.sorted()], modules: modules.sorted())
  }
}

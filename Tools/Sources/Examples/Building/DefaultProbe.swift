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
      var type: [String: [String]?]
    }
    var products: [Product]
  }

  private struct Record: Codable {
    var fingerprint: String
    var products: [String]
  }

  /// - Throws: `VerifierError` when the manifest cannot be understood.
  func probe() async throws -> Configuration.Probe {
    let manifest = root + "/Package.swift"
    guard FileStamp.exists(manifest) else { return Configuration.Probe(name: "main", products: [:]) }
    let fingerprint = Fingerprint.of(files: [manifest, toolchain.tool("swiftc")])
    let path = folder + "/products.json"
    if let data = FileManager.default.contents(atPath: path),
      let record = try? JSONDecoder().decode(Record.self, from: data), record.fingerprint == fingerprint
    {
      return probe(with: record.products)
    }
    let result = try await Command(
      executable: toolchain.tool("swift"),
      arguments: ["package", "--package-path", root, "--scratch-path", folder + "/manifest", "dump-package"],
      directory: root, output: folder + "/package.log"
    ).run()
    guard result.end == .exit(0), let dump = try? JSONDecoder().decode(Manifest.self, from: Data(result.output)) else {
      throw VerifierError("\(manifest) cannot be read:\n" + String(decoding: result.errors, as: UTF8.self))
    }
    let products = dump.products.filter { $0.type.keys.contains("library") }.map(\.name).sorted()
    let record = Record(fingerprint: fingerprint, products: products)
    try? JSONEncoder().encode(record).write(to: URL(fileURLWithPath: path), options: .atomic)
    return probe(with: products)
  }

  private func probe(with products: [String]) -> Configuration.Probe {
    Configuration.Probe(name: "main", products: products.isEmpty ? [:] : [".": products])
  }
}

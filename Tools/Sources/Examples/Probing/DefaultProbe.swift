import Foundation

/// The probe of a repository that configures none: every library product of the package at its root.
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

  /// - Throws: `VerifierError` when there is no package at the root, or it has no libraries.
  func probe() async throws -> Configuration.Probe {
    let manifest = root + "/Package.swift"
    guard Fingerprint.exists(manifest) else {
      throw VerifierError(
        "there is no Package.swift in \(root); say in \(Configuration.fileName), under 'examples' and 'probes', what "
          + "examples import")
    }
    let fingerprint = Fingerprint.of(files: [manifest, toolchain.tool("swiftc")], folders: [])
    let path = folder + "/products.json"
    if let data = FileManager.default.contents(atPath: path),
      let record = try? JSONDecoder().decode(Record.self, from: data), record.fingerprint == fingerprint
    {
      return Configuration.Probe(name: "main", products: [".": record.products])
    }
    let result = try await Command(
      executable: toolchain.tool("swift"), arguments: ["package", "--package-path", root, "dump-package"],
      directory: root, output: folder + "/package.log"
    ).run()
    guard result.end == .exit(0), let dump = try? JSONDecoder().decode(Manifest.self, from: Data(result.output)) else {
      throw VerifierError("\(manifest) cannot be understood:\n" + String(decoding: result.errors, as: UTF8.self))
    }
    let products = dump.products.filter { $0.type.keys.contains("library") }.map(\.name).sorted()
    guard !products.isEmpty else { throw VerifierError("\(manifest) has no library that examples could import") }
    let record = Record(fingerprint: fingerprint, products: products)
    try? JSONEncoder().encode(record).write(to: URL(fileURLWithPath: path), options: .atomic)
    return Configuration.Probe(name: "main", products: [".": products])
  }
}

import Foundation
import Markdown

/// A package that depends on products as a user's would. Its one program, `Loader.c`, holds them, and loads examples.
struct ProbePackage {
  static let program = "DocsProbe"

  /// The folders of packages, relative to the root, each with its products.
  var products: [String: [String]]
  /// The root of the repository, without links in it.
  var root: String
  /// The folder of the package.
  var folder: String

  var scratch: String { folder + "/.build" }

  /// Its own sources.
  var sources: [String] {
    [
      "\(folder)/Plugins/\(PackageGraph.plugin)/plugin.swift", "\(folder)/Sources/\(ProbePackage.program)/main.c",
      supervisor,
    ]
  }

  /// The source of the supervisor, which is none of the package's.
  var supervisor: String { folder + "/supervisor.c" }

  /// The folders of the packages whose products it uses.
  var packages: [String] { products.keys.sorted().map(path) }

  /// Writes the package, leaving files alone that are already as they should be.
  ///
  /// - Throws: `VerifierError` when a documented package is missing or the folder cannot be written.
  func write() throws(VerifierError) {
    for package in products.keys.sorted() {
      guard FileManager.default.fileExists(atPath: "\(root)/\(package)/Package.swift") else {
        throw VerifierError("\(Settings.fileName): there is no package in '\(package)'")
      }
    }
    try writeFile(manifest, to: folder + "/Package.swift")
    try writeFile(PackageGraph.pluginSource, to: sources[0])
    try writeFile(String(decoding: PackageResources.Loader_c, as: UTF8.self), to: sources[1])
    try writeFile(String(decoding: PackageResources.Supervisor_c, as: UTF8.self), to: supervisor)
  }

  private var manifest: String {
    let packages = products.keys.sorted().map { package in
      "    .package(name: \(quoted(name(package))), path: \(quoted(path(package)))),\n"
    }
    let names = products.sorted { $0.key < $1.key }.flatMap { package, products in
      products.map { "        .product(name: \(quoted($0)), package: \(quoted(name(package)))),\n" }
    }
    return """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "\(ProbeBuilder.package)",
        platforms: [.macOS(.v15)],
        dependencies: [
      \(packages.joined())  ],
        targets: [
          .executableTarget(
            name: "\(ProbePackage.program)",
            dependencies: [
      \(names.joined())      ],
            cSettings: [.unsafeFlags(["-fblocks"])],
            linkerSettings: [
              .unsafeFlags(["-Xlinker", "\(ProbePackage.exportFlag)"]),
              .linkedLibrary("BlocksRuntime", .when(platforms: [.linux])),
            ],
            plugins: ["\(PackageGraph.plugin)"]),
          .plugin(name: "\(PackageGraph.plugin)", capability: .buildTool()),
        ]
      )

      """
  }

  /// Lets the libraries that the program loads use the code in it.
  private static var exportFlag: String {
    #if os(macOS)
      "-export_dynamic"
    #else
      "--export-dynamic"
    #endif
  }

  private func path(_ package: String) -> String {
    package == "." ? root : root + "/" + package
  }

  /// SwiftPM knows a package by the last part of its path.
  private func name(_ package: String) -> String {
    String(path(package).split(separator: "/").last ?? "root")
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private func writeFile(_ text: String, to path: String) throws(VerifierError) {
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: path) == data { return }
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw VerifierError("\(path): cannot be written: \(error.localizedDescription)")
    }
  }
}

import CEmbedded
import Files
import Foundation
import Markdown

/// A package that depends on products as a user's would. Its one program, `Loader.c`, holds them, and loads examples.
struct ProbePackage {
  /// The name of its folder. SwiftPM knows packages by their folders' names, so this must not be that of a documented one.
  static let name = "docs-probe"
  static let program = "DocsProbe"

  /// The folders of packages, relative to the root, each with its products.
  var products: [String: [String]]
  /// The root of the repository, without links in it.
  var root: String
  /// The folder of the package.
  var folder: String
  /// The folder of the build.
  var scratch: String
  /// The options of `swift build`.
  var options: [String]

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
        throw VerifierError("\(RepositoryRoot.settings): there is no package in '\(package)'")
      }
    }
    try Self.write(manifest, to: folder + "/Package.swift")
    try Self.write(PackageGraph.pluginSource, to: sources[0])
    try Self.write(String(cString: embedded_loader()), to: sources[1])
    try Self.write(String(cString: embedded_supervisor()), to: supervisor)
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
        name: "\(Self.name)",
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
            ]),
          .plugin(
            name: "\(PackageGraph.plugin)",
            capability: .command(intent: .custom(verb: "\(PackageGraph.command)", description: "List the targets."))),
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

  /// Writes a file with its folder, and leaves one alone that is already as it should be.
  static func write(_ text: String, to path: String) throws(VerifierError) {
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

extension ProbePackage {
  /// The products, built again only if one of their inputs has changed, and a description of what was built.
  ///
  /// - Throws: `VerifierError` when the documented packages do not build.
  func built(_ toolchain: Toolchain) async throws -> BuiltProbe {
    try write()
    let old = BuiltProbe(folder: folder)
    if let old, old.isCurrent, (old.toolchain, old.folder) == (toolchain, folder.folder),
      old.build == [scratch] + options
    {
      return old
    }
    // SwiftPM does not notice that these have changed.
    let last = BuiltProbe(folder: scratch) ?? old
    let isStale = last.map { Fingerprint.ofContents($0.systemHeaders) != $0.systemContents } ?? false
    // Another build may be running in a folder of the user.
    if isStale, scratch != folder + "/.build", FileManager.default.fileExists(atPath: scratch) {
      throw VerifierError("headers of a system library have changed, which SwiftPM does not notice; remove \(scratch)")
    }
    // The state after a failed build is unknown.
    BuiltProbe.forget(in: folder)
    if let old { try await wait(for: old.inputs) }
    if isStale { try? FileManager.default.removeItem(atPath: scratch) }
    let start = Date()
    let bin = try await build(toolchain)
    let built = try await describe(bin, start, toolchain)
    built.save(in: folder)
    built.save(in: scratch)
    return built
  }

  /// Waits until the second of the newest change is over. The compiler's driver tells changes apart by whole seconds: a
  /// file that is changed, compiled and changed again within one is unchanged to it.
  private func wait(for inputs: ProbeInputs) async throws {
    let now = FileStamp.now
    guard inputs.isChanged(since: Double(now.tv_sec), outside: folder) else { return }
    try await Task.sleep(for: .nanoseconds(1_000_000_000 - Int64(now.tv_nsec)))
  }

  /// Builds its program with `swift build`.
  ///
  /// - Returns: the folder of everything that was built.
  /// - Throws: `VerifierError` when the documented packages do not build.
  private func build(_ toolchain: Toolchain) async throws -> String {
    // SwiftPM plans again if the root package has changed, but not for a new file in another local package.
    utimes(folder + "/Package.swift", nil)
    PinnedVersions.copy(from: packages, to: folder)
    let built = try await swift("build", options + ["--product", Self.program], toolchain)
    guard built.end == .exit(0) else { throw Self.failure(built.output + built.errors) }
    let key = "\(scratch) \(toolchain.version) \(options)"
    return try await Record.value(at: folder + "/bin.json", key: key) {
      let found = try await swift("build", options + ["--show-bin-path"], toolchain)
      guard found.end == .exit(0), let bin = found.output.split(separator: "\n").last, bin.hasPrefix("/") else {
        throw VerifierError("swift build --show-bin-path does not say where products are:\n\(found.errors)")
      }
      return String(bin)
    }
  }

  /// What the packages consist of, by the plugin.
  func graph(_ toolchain: Toolchain) async throws -> PackageGraph {
    // The options that `swift package` does not have.
    let other = /--(build-tests|.*(code-coverage|static-swift-stdlib|xctest|swift-testing))/
    let arguments = options.filter { $0.wholeMatch(of: other) == nil } + [PackageGraph.command]
    return try PackageGraph(printed: await swift("package", arguments, toolchain))
  }

  /// Runs a command of SwiftPM on the package.
  private func swift(_ command: String, _ arguments: [String], _ toolchain: Toolchain) async throws -> Run {
    let arguments = [command, "--package-path", folder, "--scratch-path", scratch] + arguments
    let result = try await toolchain.run("swift", arguments, in: folder, log: command)
    // SwiftPM of Swift 6.3 crashes now and then.
    guard case .signal = result.end else { return result }
    return try await toolchain.run("swift", arguments, in: folder, log: command)
  }

  /// The index is for editors, and no debugger opens the packages. On Linux, lld takes less time than the default linker.
  static var buildOptions: [String] {
    #if os(Linux)
      ["--disable-index-store", "-Xswiftc", "-gnone", "-Xswiftc", "-use-ld=lld"]
    #else
      ["--disable-index-store", "-Xswiftc", "-gnone"]
    #endif
  }

  private static func failure(_ log: String) -> VerifierError {
    // An error is said again with its lines of code, by each stage of the compiler, and for each stage that failed.
    let lines = log.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") && !$0.hasPrefix(" ") }
    let placed = errors.filter { $0.contains(": error:") }
    var seen: Set<Substring> = []
    let shown =
      errors.isEmpty
      ? lines.suffix(20) : (placed.isEmpty ? errors : placed).filter { seen.insert($0).inserted }.prefix(20)
    return VerifierError(
      "the packages do not build; fix that first:\n"
        + shown.map { "  \($0)" }.joined(separator: "\n"))
  }
}

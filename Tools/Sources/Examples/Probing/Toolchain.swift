import Foundation

/// The Swift toolchain that the shell would use.
struct Toolchain: Sendable {
  /// The folder of its programs, without links in it.
  var folder: String
  /// `6.3.1`.
  var version: String

  func tool(_ name: String) -> String { folder + "/" + name }

  /// The folder of the module `PackageDescription`.
  var manifestModules: String { Library.folder(of: folder) + "/lib/swift/pm/ManifestAPI" }

  /// Finds the toolchain of `swift` in the search path. What it says of its version is kept in the folder `cache`.
  ///
  /// - Throws: `VerifierError` when there is none.
  init(cache: String) async throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let candidates = path.split(separator: ":").map { "\($0)/swiftc" }
    guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw VerifierError("no Swift compiler found; install Swift and put it into PATH")
    }
    let real = realpath(found, nil)
    defer { free(real) }
    // Only the folder is freed from links: the compiler tells by its name which tool it is.
    var folder = Library.folder(of: real.map { String(cString: $0) } ?? found)
    if access(folder + "/swift-frontend", X_OK) != 0 {
      folder = try await Toolchain.folder(behind: found, cache: cache)
    }
    self.folder = folder
    self.version = try await Toolchain.version(of: folder + "/swiftc", cache: cache)
  }

  /// The toolchain's folder if `swiftc` only forwards to it, as Xcode's and swiftly's do.
  private static func folder(behind compiler: String, cache: String) async throws -> String {
    struct Target: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      var paths: Paths
    }
    let result = try await Command(
      executable: compiler, arguments: ["-print-target-info"], directory: cache, output: cache + "/target.log"
    ).run()
    guard let target = try? JSONDecoder().decode(Target.self, from: Data(result.output)) else {
      throw VerifierError("\(compiler) -print-target-info does not say where its toolchain is")
    }
    return Library.folder(of: Library.folder(of: target.paths.runtimeResourcePath)) + "/bin"
  }

  private static func version(of compiler: String, cache: String) async throws -> String {
    let key = Fingerprint.of(files: [compiler, Library.folder(of: compiler) + "/swift-frontend"], folders: [])
    let record = cache + "/swift-version"
    if let data = FileManager.default.contents(atPath: record) {
      let words = String(decoding: data, as: UTF8.self).split(separator: " ")
      if words.count == 2, words[0] == key { return String(words[1]) }
    }
    let result = try await Command(
      executable: compiler, arguments: ["--version"], directory: cache, output: cache + "/version.log"
    ).run()
    let text = String(decoding: result.output, as: UTF8.self)
    guard result.end == .exit(0), let match = text.firstMatch(of: /Swift version ([0-9.]+)/) else {
      throw VerifierError("\(compiler) --version does not name its version: \(text)")
    }
    try? Data("\(key) \(match.1)".utf8).write(to: URL(fileURLWithPath: record))
    return String(match.1)
  }

  /// How to link so that the dispatcher finds the examples in the program's own symbols.
  var linkFlags: [String] {
    #if os(Linux)
      access(tool("ld.lld"), X_OK) == 0
        ? ["-use-ld=lld", "-Xlinker", "--export-dynamic-symbol=\(Dispatcher.prefix)*"]
        : ["-Xlinker", "--export-dynamic"]
    #else
      []
    #endif
  }
}

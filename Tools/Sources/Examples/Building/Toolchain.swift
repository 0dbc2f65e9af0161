import Files
import Foundation

/// The Swift toolchain that the shell would use.
struct Toolchain: Sendable {
  /// The folder of its programs, without links in it.
  var folder: String
  /// `6.3.1`.
  var version: String

  func tool(_ name: String) -> String { folder + "/" + name }

  /// The folder of the module `PackageDescription`.
  var manifestModules: String { folder.folder + "/lib/swift/pm/ManifestAPI" }

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
    var folder = (real.map { String(cString: $0) } ?? found).folder
    if access(folder + "/swift-frontend", X_OK) != 0 {
      folder = try await Toolchain.folder(behind: found, cache: cache)
    }
    self.folder = folder
    self.version = try await Toolchain.version(of: folder + "/swiftc", cache: cache)
  }

  /// What `swiftc -print-target-info` prints.
  private struct TargetInfo: Decodable {
    struct Paths: Decodable { var runtimeResourcePath: String }
    struct Target: Decodable { var triple: String }
    var paths: Paths
    var target: Target

    init(compiler: String, cache: String) async throws {
      let result = try await Command(
        executable: compiler, arguments: ["-print-target-info"], directory: cache, output: cache + "/target.log"
      ).run()
      guard let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(result.output)) else {
        throw VerifierError("\(compiler) -print-target-info does not say where its toolchain is")
      }
      self = info
    }
  }

  /// The toolchain's folder if `swiftc` only forwards to it, as Xcode's and swiftly's do.
  private static func folder(behind compiler: String, cache: String) async throws -> String {
    try await TargetInfo(compiler: compiler, cache: cache).paths.runtimeResourcePath.folder.folder + "/bin"
  }

  /// The system that it compiles for, as in `x86_64-unknown-linux-gnu`.
  func target(cache: String) async throws -> String {
    try await TargetInfo(compiler: tool("swiftc"), cache: cache).target.triple
  }

  private static func version(of compiler: String, cache: String) async throws -> String {
    let key = Fingerprint.of(files: [compiler, compiler.folder + "/swift-frontend"])
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
}

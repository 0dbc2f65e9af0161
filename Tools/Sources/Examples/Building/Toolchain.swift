import Files
import Foundation

/// The Swift toolchain that the shell would use.
struct Toolchain: Codable, Equatable {
  /// The folder of its programs, without links in it.
  var folder: String
  /// `6.3.1`.
  var version: String
  /// The system that it compiles for, as in `x86_64-unknown-linux-gnu`.
  var target: String

  func tool(_ name: String) -> String { folder + "/" + name }

  /// Runs one of its programs in `place` to its end. Its output is also in the files `log.log` and `log.log.err` there.
  func run(_ name: String, _ arguments: [String], in place: String, log: String) async throws -> Run {
    let output = "\(place)/\(log).log"
    return try await Command(executable: tool(name), arguments: arguments, directory: place, output: output).run()
  }

  /// What one of its programs prints in `place`.
  ///
  /// - Throws: `VerifierError` when the program fails.
  func output(of name: String, _ arguments: [String], in place: String, log: String) async throws -> String {
    let result = try await run(name, arguments, in: place, log: log)
    guard result.end == .exit(0) else { throw VerifierError("\(name) fails:\n\(result.errors)") }
    return result.output
  }

  /// The folder of the module `PackageDescription`.
  var manifestModules: String { folder.folder + "/lib/swift/pm/ManifestAPI" }

  /// Finds the toolchain of `swift` in the search path. Its version is kept in the folder `cache`.
  ///
  /// - Throws: `VerifierError` when there is none.
  init(cache: String) async throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let candidates = path.split(separator: ":").map { "\($0)/swiftc" }
    guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw VerifierError("no Swift compiler found; install Swift and put it into PATH")
    }
    // Only the folder is freed from links: the compiler tells by its name which tool it is.
    var folder = RepositoryRoot.absolute(found).folder
    if access(folder + "/swift-frontend", X_OK) != 0 {
      // It only forwards to the compiler, as Xcode's and swiftly's do.
      let info = try await TargetInfo(compiler: found, cache: cache)
      folder = info.paths.runtimeResourcePath.folder.folder + "/bin"
    }
    let compiler = folder + "/swiftc"
    let key = [compiler, folder + "/swift-frontend"].map { "\($0) \(FileStamp(path: $0).text)" }.joined(separator: "\n")
    let info = try await Record.value(at: cache + "/toolchain.json", key: key) {
      try await TargetInfo(compiler: compiler, cache: cache)
    }
    guard let match = info.compilerVersion.firstMatch(of: /Swift version ([0-9.]+)/) else {
      throw VerifierError("\(compiler) -print-target-info does not name its version: \(info.compilerVersion)")
    }
    (self.folder, version, target) = (folder, String(match.1), info.target.triple)
  }

  /// The output of `swiftc -print-target-info`.
  private struct TargetInfo: Codable {
    struct Paths: Codable { var runtimeResourcePath: String }
    struct Target: Codable { var triple: String }
    var compilerVersion: String
    var paths: Paths
    var target: Target

    init(compiler: String, cache: String) async throws {
      let result = try await Command(
        executable: compiler, arguments: ["-print-target-info"], directory: cache, output: cache + "/target.log"
      ).run()
      guard let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(result.output.utf8)) else {
        throw VerifierError("\(compiler) -print-target-info does not say where its toolchain is")
      }
      self = info
    }
  }
}

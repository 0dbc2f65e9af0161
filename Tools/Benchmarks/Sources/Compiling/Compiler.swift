import Foundation
import Measuring

/// The compiler, on files that use the libraries that this program is built with.
public struct Compiler {
  /// The folder of this program's build.
  let products: URL

  public init(products: URL) { self.products = products }

  /// The cost of compiling a file.
  public struct Cost: Sendable {
    /// Seconds of processor time.
    public let seconds: Double
    /// Bytes of code and constants.
    public let size: Int
  }

  /// Compiles files in turn, so that other load slows all of them, with `-O` or `-Onone`. Returns the median cost of each.
  public func compile(_ sources: [String], optimized: Bool, runs: Int) throws -> [Cost] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-compile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let helpers = products.appending(path: "COpenCombineHelpers.build/module.modulemap").path
    let outputs = sources.indices.map { folder.appending(path: "Chains\($0).o") }
    let commands = try zip(sources, outputs).enumerated().map { number, file in
      let input = folder.appending(path: "Chains\(number).swift")
      try Data(file.0.utf8).write(to: input)
      return [
        "swiftc", optimized ? "-O" : "-Onone", "-wmo", "-parse-as-library", "-swift-version", "6",
        "-module-name", "Chains", "-I", products.appending(path: "Modules").path,
        "-Xcc", "-fmodule-map-file=\(helpers)", "-module-cache-path", folder.path,
        "-c", input.path, "-o", file.1.path,
      ]
    }
    // The first run fills the cache of modules.
    for command in commands { _ = try cost(of: command) }
    let rounds = try (0..<runs).map { _ in try commands.map { try cost(of: $0).cpu } }
    return try outputs.enumerated().map { number, output in
      let times = rounds.map { $0[number] }.sorted()
      return Cost(seconds: times[runs / 2], size: try ObjectFile(Data(contentsOf: output)).size)
    }
  }
}

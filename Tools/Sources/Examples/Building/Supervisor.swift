import Foundation

/// The program `Supervisor.c`, which starts examples and watches them.
enum Supervisor {
  static let source = String(decoding: PackageResources.Supervisor_c, as: UTF8.self)

  /// Compiles the file `source` to a program beside it.
  ///
  /// - Throws: `VerifierError` when it does not compile.
  static func build(_ source: String, _ toolchain: Toolchain) async throws -> String {
    let program = source.folder + "/supervisor"
    let result = try await Command(
      executable: toolchain.tool("clang"), arguments: ["-O1", source, "-o", program], directory: source.folder,
      output: program + ".log"
    ).run()
    guard result.end == .exit(0) else {
      throw VerifierError(
        "\(source) does not compile:\n" + String(decoding: result.errors, as: UTF8.self).trimmingTrailingBlanks())
    }
    return program
  }
}

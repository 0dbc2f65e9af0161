import Foundation

/// The `main` of a program that holds many examples: `Supervisor.c`.
enum Dispatcher {
  /// The prefix of the module names of all examples.
  static let prefix = "docs_example_"

  /// Compiles the dispatcher in `folder` and returns the object file.
  static func build(in folder: String, toolchain: Toolchain) async throws -> String {
    let object = folder + "/supervisor.o"
    try Data(PackageResources.Supervisor_c).write(to: URL(fileURLWithPath: folder + "/supervisor.c"))
    let result = try await Command(
      executable: toolchain.tool("clang"), arguments: ["-O1", "-c", "-fPIC", "supervisor.c", "-o", object],
      directory: folder, output: folder + "/supervisor.log"
    ).run()
    guard result.end == .exit(0) else {
      throw VerifierError(
        "the main function of examples does not compile:\n" + String(decoding: result.errors, as: UTF8.self))
    }
    return object
  }
}

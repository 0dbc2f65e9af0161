#if os(Linux)
  import Foundation

  /// A process that runs a few tests of this bundle, which run nowhere else.
  enum Child {
    private static let variable = "SCHEDULERS_TESTS_MAKE_MISTAKES"

    /// Whether this process is one.
    static let isThis = ProcessInfo.processInfo.environment[variable] != nil

    /// Runs a test, or a suite, of Swift Testing. Returns how the process has ended, and what it has printed to standard
    /// error.
    static func run(_ name: String) async throws -> (status: Int32, errors: String) {
      try await run(["--testing-library", "swift-testing", "--filter", name])
    }

    /// The same for a class of tests of XCTest, which prints its failures to standard output: so both are returned.
    static func run(xcTests name: String) async throws -> (status: Int32, output: String) {
      let end = try await run(["SchedulersTestSupportTests.\(name)"], returningAll: true)
      return (end.status, end.errors)
    }

    private static func run(
      _ arguments: [String], returningAll: Bool = false
    ) async throws -> (status: Int32, errors: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
      let errors = Pipe()
      process.standardError = errors
      process.standardOutput = returningAll ? errors : FileHandle.nullDevice
      return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          do {
            try process.run()
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            continuation.resume(returning: (process.terminationStatus, text))
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
    }
  }
#endif

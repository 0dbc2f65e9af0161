#if os(Linux)
  import Foundation

  /// A process that runs a few tests of this bundle, which run nowhere else.
  enum Child {
    private static let variable = "SCHEDULERS_TESTS_MAKE_MISTAKES"

    /// Whether this process is one.
    static let isThis = ProcessInfo.processInfo.environment[variable] != nil

    /// Waits in a child until it may go on; false if that takes more than a minute.
    static func mayGoOn() -> Bool {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      return poll(&input, 1, 60_000) == 1
    }

    /// Runs a test, or a suite, of Swift Testing. Returns how the process has ended, and what it has printed to standard
    /// error. The child may go on when `isEnough` is true of that.
    static func run(
      _ name: String, until isEnough: (@Sendable (String) -> Bool)? = nil
    ) async throws -> (status: Int32, errors: String) {
      try await run(["--testing-library", "swift-testing", "--filter", name], until: isEnough)
    }

    /// The same for a class of tests of XCTest, which prints its failures to standard output: so both are returned.
    static func run(xcTests name: String) async throws -> (status: Int32, output: String) {
      let end = try await run(["SchedulersTestSupportTests.\(name)"], returningAll: true)
      return (end.status, end.errors)
    }

    private static func run(
      _ arguments: [String], returningAll: Bool = false, until isEnough: (@Sendable (String) -> Bool)? = nil
    ) async throws -> (status: Int32, errors: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
      let (input, errors) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardError = errors
      process.standardOutput = returningAll ? errors : FileHandle.nullDevice
      return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          do {
            try process.run()
            var (printed, isEnough) = (Data(), isEnough)
            var text: String { String(decoding: printed, as: UTF8.self) }
            while case let more = errors.fileHandleForReading.availableData, !more.isEmpty {
              printed += more
              guard isEnough?(text) == true else { continue }
              try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
              isEnough = nil
            }
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

import Foundation
import Subprocess
import SystemPackage

/// A program to run in a process group of its own, with nothing to read and its output kept in files.
///
/// Files instead of pipes: nothing has to be drained while the program runs, and what it printed is there however it
/// ended, also when a process that it left behind still holds its output open.
struct Command: Sendable {
  var executable: String
  var arguments: [String]
  /// The whole environment; nil to inherit.
  var environment: [String: String]?
  var directory: String
  /// The file for standard output. The file for standard error is beside it, with `.err` added to the name.
  var output: String
  /// The time limit in seconds; nil for none.
  var timeout: Double?
  /// Whether standard input is a pipe that stays empty, and ends with this process.
  var hasLifeline = false

  /// How a program ended.
  enum End: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
    case timeout
  }

  struct Result: Sendable {
    var end: End
    var output: [UInt8]
    var errors: [UInt8]
  }

  /// Runs the program to its end. When it takes longer than the time limit, or the task is cancelled, its whole process
  /// group is killed.
  ///
  /// - Throws: `VerifierError` when it cannot be started.
  func run() async throws -> Result {
    let end: End
    do {
      end = try await withThrowingTaskGroup(of: End.self) { group in
        group.addTask { try await spawn() }
        if let timeout {
          group.addTask {
            try await Task.sleep(for: .seconds(timeout))
            return .timeout
          }
        }
        let first = try await group.next() ?? .timeout
        group.cancelAll()
        return first
      }
    } catch {
      throw VerifierError("\(executable): cannot be run: \(error)")
    }
    return Result(end: end, output: contents(of: output), errors: contents(of: output + ".err"))
  }

  private func spawn() async throws -> End {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
    let values = environment.map { values in
      Environment.custom(Dictionary(uniqueKeysWithValues: values.map { (Environment.Key(stringLiteral: $0), $1) }))
    }
    let status: TerminationStatus
    if hasLifeline {
      status = try await spawn(
        values, options, input: .fileDescriptor(try Lifeline.end(), closeAfterSpawningProcess: true))
    } else {
      status = try await spawn(values, options, input: .none)
    }
    return switch status {
    case .exited(let code): .exit(code)
    case .signaled(let signal): .signal(signal)
    }
  }

  private func spawn(
    _ environment: Environment?, _ options: PlatformOptions, input: some InputProtocol
  ) async throws -> TerminationStatus {
    try await Subprocess.run(
      .path(FilePath(executable)), arguments: Arguments(arguments), environment: environment ?? .inherit,
      workingDirectory: FilePath(directory), platformOptions: options, input: input,
      output: .fileDescriptor(try create(output), closeAfterSpawningProcess: true),
      error: .fileDescriptor(try create(output + ".err"), closeAfterSpawningProcess: true)
    ).terminationStatus
  }

  private func create(_ path: String) throws -> FileDescriptor {
    try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .truncate, .append, .closeOnExec],
      permissions: [.ownerReadWrite])
  }

  private func contents(of path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map(Array.init) ?? []
  }
}

/// A pipe that nothing is written to. It ends with this process, however that happens.
private enum Lifeline {
  private static let pipe: Result<(readEnd: FileDescriptor, writeEnd: FileDescriptor), any Error> = Result {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// One end of a pipe, for a program.
  static func end() throws -> FileDescriptor {
    FileDescriptor(rawValue: fcntl(try pipe.get().readEnd.rawValue, F_DUPFD_CLOEXEC, 3))
  }
}

/// Runs `body` for every element, as many at once as there are processors, and returns the results in order. Tells
/// `progress` how many are done.
func inParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], progress: (Int) -> Void = { _ in },
  _ body: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: elements.count)
    var (next, done) = (0, 0)
    func start() {
      guard next < elements.count else { return }
      let (index, element) = (next, elements[next])
      next += 1
      group.addTask { (index, try await body(element)) }
    }
    for _ in 0..<max(ProcessInfo.processInfo.activeProcessorCount, 1) { start() }
    while let (index, result) = try await group.next() {
      results[index] = result
      done += 1
      progress(done)
      start()
    }
    return results.compactMap(\.self)
  }
}

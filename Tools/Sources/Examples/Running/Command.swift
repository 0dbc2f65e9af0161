import CExchange
import Files
import Foundation

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

  /// Runs the program to its end. When it takes longer than the time limit, or the task is cancelled, its whole process
  /// group is killed.
  ///
  /// - Throws: `VerifierError` when it cannot be started, `CancellationError` when the task is cancelled.
  func run() async throws -> Run {
    let child = try Child(self)
    let limit = DispatchWorkItem { child.stop() }
    if let timeout { DispatchQueue.global().asyncAfter(deadline: .now() + timeout, execute: limit) }
    let (status, isKilled) = await withTaskCancellationHandler {
      await child.end()
    } onCancel: {
      child.stop()
    }
    limit.cancel()
    try Task.checkCancellation()
    let signal = status & 0x7f
    return Run(
      end: isKilled ? .timeout : signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal),
      output: contents(of: output), errors: contents(of: output + ".err"))
  }

  private func contents(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

/// A process that runs.
///
/// Sendable because its state is only touched under the lock.
private final class Child: @unchecked Sendable {
  private let process: pid_t
  private let lock = NSLock()
  private var (isOver, isKilled) = (false, false)

  /// Starts the process.
  ///
  /// - Throws: `VerifierError` when that cannot be.
  init(_ command: Command) throws(VerifierError) {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    let input = command.hasLifeline ? Lifeline.end() : open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
    for (number, file) in [(1, command.output), (2, command.output + ".err")] as [(Int32, String)] {
      posix_spawn_file_actions_addopen(&actions, number, file, flags, 0o600)
    }
    docs_start_in(command.directory, &actions)
    // The tool itself ignores some signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let environment = (command.environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    let (words, values) = ([command.executable] + command.arguments, environment.sorted())
    let strings: [[UnsafeMutablePointer<CChar>?]] = [words, values].map { $0.map { strdup($0) } + [nil] }
    defer { for string in strings.joined() { free(string) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, command.executable, &actions, &attributes, strings[0], strings[1])
    guard error == 0 else {
      throw VerifierError("\(command.executable): cannot be run: \(String(cString: strerror(error)))")
    }
    self.process = process
  }

  /// Kills the process and its group, unless it is over.
  func stop() {
    lock.withLock {
      if isOver { return }
      isKilled = true
      kill(-process, SIGKILL)
    }
  }

  /// How the process ended, as `waitpid` says it, and whether it was killed.
  func end() async -> (status: Int32, isKilled: Bool) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        // Its number is free for other processes only after `waitpid`.
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let result = lock.withLock {
          isOver = true
          var status: Int32 = 0
          while waitpid(process, &status, 0) < 0, errno == EINTR {}
          return (status, isKilled)
        }
        continuation.resume(returning: result)
      }
    }
  }
}

/// A pipe that nothing is written to. It ends with this process, however that happens.
private enum Lifeline {
  private static let readEnd: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends[0]
  }()

  /// One end of the pipe, for a program.
  static func end() -> Int32 { fcntl(readEnd, F_DUPFD_CLOEXEC, 3) }
}

/// Runs `body` for every element, `width` at once or as many as there are processors, and returns the results in order.
/// Tells `progress` how many are done.
func inParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], width: Int? = nil, progress: (Int) -> Void = { _ in },
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
    for _ in 0..<(width ?? Cores.count) { start() }
    while let (index, result) = try await group.next() {
      results[index] = result
      done += 1
      progress(done)
      start()
    }
    return results.compactMap(\.self)
  }
}

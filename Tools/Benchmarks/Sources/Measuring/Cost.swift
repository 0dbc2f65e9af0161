import Foundation

/// What a command has cost, with all the processes that it started.
public struct Cost: Sendable {
  /// Seconds of the processors.
  public let cpu: Double
  /// Seconds of the clock.
  public let wall: Double
  /// Megabytes of the largest process. It is not less than this program had when it started the command.
  public let memory: Double
  /// What the command printed, errors included.
  public let output: String

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }
}

/// Runs a command to its end.
public func cost(of command: String...) throws -> Cost { try cost(of: command) }

public func cost(of command: [String]) throws -> Cost {
  let log = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: log) }
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, log.path, O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)
  let words = command.map { strdup($0) } + [nil]
  let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
  defer { for text in words + variables { free(text) } }

  var (process, status, usage) = (pid_t(), Int32(), rusage())
  let clock = ContinuousClock()
  let start = clock.now
  guard posix_spawnp(&process, command[0], &actions, nil, words, variables) == 0 else {
    throw Cost.Failure(description: "\(command[0]) cannot be started")
  }
  while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
  let wall = (clock.now - start) / .seconds(1)
  let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
  guard status == 0 else {
    throw Cost.Failure(description: "\(command.joined(separator: " ")) failed:\n\(output)")
  }
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  let cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
  #if canImport(Darwin)
    let bytes = Double(usage.ru_maxrss)
  #else
    let bytes = Double(usage.ru_maxrss) * 1024
  #endif
  return Cost(cpu: cpu, wall: wall, memory: bytes / 1e6, output: output)
}

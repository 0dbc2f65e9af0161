import Foundation

/// Ends the processes of a command when the tool receives a signal to end, and takes its progress off the terminal.
package enum Interruption {
  /// Runs `body` in a task that is cancelled when the tool is asked to end; then it exits with the signal's status.
  package static func ending<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws
    -> Result
  {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        task.cancel()
        Task {
          _ = await task.result
          ProgressLine.clear()
          exit(128 + number)
        }
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      ProgressLine.clear()
    }
    let result = await task.result
    if task.isCancelled { try await Task.sleep(for: .seconds(60)) }
    return try result.get()
  }
}

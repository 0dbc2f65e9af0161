import Examples
import Foundation

/// Ends what the tool has started when the tool itself is asked to end.
enum Interruption {
  // Written by `install()` alone, before there is another thread.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  /// Call once, before anything is started.
  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        Task {
          await RunningPrograms.shared.endAll()
          ProgressLine.clear()
          exit(128 + number)
        }
      }
      source.resume()
      sources.append(source)
    }
  }
}

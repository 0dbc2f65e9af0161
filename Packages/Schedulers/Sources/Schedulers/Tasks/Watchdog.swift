import Dispatch
import Foundation

/// Prints a warning after too much real time, even if every thread of the pool is blocked.
///
/// Sendable because a dispatch source may be cancelled from any thread, and that is its only use.
final class Watchdog: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "Timeline.watchdog")
  private let timer: any DispatchSourceTimer

  /// Prints `text`, unless it is nil, on a separate thread after `delay`, unless the watchdog is stopped or released
  /// before.
  init(
    after delay: Duration, to output: @escaping @Sendable (String) -> Void = Watchdog.printError,
    _ text: @escaping @Sendable () -> String?
  ) {
    timer = DispatchSource.makeTimerSource(queue: Self.queue)
    timer.setEventHandler { if let text = text() { output("warning: \(text)\n") } }
    timer.schedule(deadline: .now() + .milliseconds(Int(clamping: delay.wholeNanoseconds / 1_000_000)))
    timer.activate()
  }

  deinit { stop() }

  /// Ensures that nothing is printed from now on.
  func stop() { timer.cancel() }

  /// Writes without locking the C library's streams.
  @Sendable static func printError(_ line: String) { _ = line.withCString { write(2, $0, strlen($0)) } }
}

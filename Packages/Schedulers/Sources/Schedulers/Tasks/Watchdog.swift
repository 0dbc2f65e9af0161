import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Prints a warning when something takes too long in real time, even if every thread of the pool is blocked.
///
/// Sendable because a dispatch source may be cancelled from every thread, and nothing else is done with it.
final class Watchdog: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "Timeline.watchdog")
  private let timer: any DispatchSourceTimer

  /// Calls `text` on a thread of its own, after `delay`, unless it is stopped before.
  init(after delay: Duration, _ text: @escaping @Sendable () -> String) {
    timer = DispatchSource.makeTimerSource(queue: Self.queue)
    timer.setEventHandler {
      let line = "warning: \(text())\n"
      _ = line.withCString { write(2, $0, strlen($0)) }
    }
    timer.schedule(deadline: .now() + .nanoseconds(Int(delay.wholeNanoseconds)))
    timer.activate()
  }

  func stop() { timer.cancel() }
}

import Dispatch
import Foundation

/// Detects changes of the system clock by comparing it with a monotonic one.
struct DateStep {
  private var offset = Self.offset(at: Date())

  /// Returns the number of seconds by which the clock has been changed since the last call, or nil if it has not.
  /// Ignores changes of at most half a second. Sleep of the machine counts as a change.
  mutating func step(at date: Date) -> TimeInterval? {
    let current = Self.offset(at: date)
    let step = current - offset
    guard abs(step) > 0.5 else { return nil }
    offset = current
    return step
  }

  private static func offset(at date: Date) -> TimeInterval {
    date.timeIntervalSinceReferenceDate - TimeInterval(DispatchTime.now().uptimeNanoseconds) / 1e9
  }
}

import Dispatch
import Foundation

/// Notices when the clock is set, by comparing it with one that never is.
struct DateStep {
  private var offset = Self.offset(at: Date())

  /// By how many seconds the clock has been set since the last call, or nil if it has not. Less than half a second is a
  /// correction that needs no notice. The machine's sleep counts as such a step.
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

import Dispatch
import Foundation
import Streams

/// Converts between a scheduler's time and a timeline's.
///
/// Its functions are closures, which the compiler specialises for the times of the system's schedulers. In the generic
/// methods of a scheduler, each conversion would look up the types' metadata: 700 instructions.
struct TimeScale<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  /// Returns the point in time a number of nanoseconds after the timeline's beginning.
  let time: (_ nanoseconds: Int64) -> Time
  /// Returns the number of nanoseconds from the beginning until a point in time.
  let due: (Time) -> Int64
  /// Returns that number, or nil without a point in time.
  let dueIfAny: (Time?) -> Int64?
  /// Returns the number of nanoseconds of a length.
  let length: (Time.Stride) -> Int64

  /// - Parameter origin: The scheduler's time at the beginning.
  @_specialize(where Time == DispatchQueue.SchedulerTimeType)
  @_specialize(where Time == OperationQueue.SchedulerTimeType)
  @_specialize(where Time == RunLoop.SchedulerTimeType)
  init(origin: Time) {
    let (length, resolution): ((Time.Stride) -> Int64, Int64) =
      if let exact = Time.Stride.self as? any WholeNanoseconds.Type {
        Self.exact(exact)
      } else {
        ({ $0.nanosecondsByComparing }, 1)
      }
    self.length = length
    time = { $0 == 0 ? origin : origin.advanced(by: .length(nanoseconds: $0)) }
    let due = { length(origin.distance(to: $0)).rounded(to: resolution) }
    self.due = due
    dueIfAny = { $0.map(due) }
  }

  @inline(__always) private static func exact<S: WholeNanoseconds>(_: S.Type) -> ((Time.Stride) -> Int64, Int64) {
    // `S` is `Time.Stride`, which the compiler cannot know.
    ({ unsafeBitCast($0, to: S.self).wholeNanoseconds }, S.resolution)
  }
}

/// Sendable because the functions capture nothing but the origin.
extension TimeScale: @unchecked Sendable where Time: Sendable {}

extension Int64 {
  /// Returns the nearest multiple of `resolution`, or the number itself at the ends of the range.
  @inline(__always) fileprivate func rounded(to resolution: Int64) -> Int64 {
    guard resolution > 1 else { return self }
    let (whole, rest) = quotientAndRemainder(dividingBy: resolution)
    let steps = whole + (rest.magnitude * 2 >= resolution ? rest.signum() : 0)
    let (rounded, overflow) = steps.multipliedReportingOverflow(by: resolution)
    return overflow ? self : rounded
  }
}

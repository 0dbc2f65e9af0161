import Streams

/// Converts between a scheduler's time and a timeline's.
struct TimeScale<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  /// The scheduler's time at the timeline's beginning.
  let origin: Time
  private let length: (Time.Stride) -> Int64
  private let resolution: Int64

  init(origin: Time) {
    self.origin = origin
    if let exact = Time.Stride.self as? any WholeNanoseconds.Type {
      (length, resolution) = Self.exactLength(exact)
    } else {
      (length, resolution) = ({ $0.nanosecondsByComparing }, 1)
    }
  }

  /// Returns a length in nanoseconds.
  @inline(__always) func nanoseconds(_ stride: Time.Stride) -> Int64 { length(stride) }

  /// Returns a point in time as nanoseconds since the beginning.
  func nanoseconds(at time: Time) -> Int64 {
    let exact = length(origin.distance(to: time))
    guard resolution > 1 else { return exact }
    let (whole, rest) = exact.quotientAndRemainder(dividingBy: resolution)
    let steps = whole + (rest.magnitude * 2 >= resolution ? rest.signum() : 0)
    // At the ends of the range, rounding is not possible.
    let (rounded, overflow) = steps.multipliedReportingOverflow(by: resolution)
    return overflow ? exact : rounded
  }

  /// Returns the point in time `nanoseconds` after the beginning.
  func time(at nanoseconds: Int64) -> Time {
    nanoseconds == 0 ? origin : origin.advanced(by: .length(nanoseconds: nanoseconds))
  }

  private static func exactLength<S: WholeNanoseconds>(_: S.Type) -> ((Time.Stride) -> Int64, Int64) {
    // `S` is `Time.Stride`, which the compiler cannot know.
    ({ unsafeBitCast($0, to: S.self).wholeNanoseconds }, S.resolution)
  }
}

/// Sendable because the function captures nothing.
extension TimeScale: @unchecked Sendable where Time: Sendable {}

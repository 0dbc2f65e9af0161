import Streams

/// Turns a scheduler's time into a timeline's and back.
struct TimeScale<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  /// What the scheduler calls the timeline's beginning.
  let origin: Time
  private let length: (Time.Stride) -> Int64
  private let resolution: Int64

  init(origin: Time) {
    self.origin = origin
    if let exact = Time.Stride.self as? any WholeNanoseconds.Type {
      (length, resolution) = Self.exactLength(exact)
    } else {
      (length, resolution) = ({ Self.search($0) }, 1)
    }
  }

  /// The length in nanoseconds.
  @inline(__always) func nanoseconds(_ stride: Time.Stride) -> Int64 { length(stride) }

  /// The point in time as nanoseconds since the beginning.
  func nanoseconds(at time: Time) -> Int64 {
    let exact = length(origin.distance(to: time))
    guard resolution > 1 else { return exact }
    let (whole, rest) = exact.quotientAndRemainder(dividingBy: resolution)
    return (whole + (rest.magnitude * 2 >= resolution ? rest.signum() : 0)) * resolution
  }

  /// The point in time `nanoseconds` after the beginning.
  func time(at nanoseconds: Int64) -> Time {
    nanoseconds == 0 ? origin : origin.advanced(by: .nanoseconds(Int(nanoseconds)))
  }

  private static func exactLength<S: WholeNanoseconds>(_: S.Type) -> ((Time.Stride) -> Int64, Int64) {
    // `S` is `Time.Stride`, which the compiler cannot know.
    ({ unsafeBitCast($0, to: S.self).wholeNanoseconds }, S.resolution)
  }

  /// The number of nanoseconds that comes nearest, found by comparing: all that can be done with a length of which
  /// nothing is known.
  private static func search(_ stride: Time.Stride) -> Int64 {
    if stride < 0 { return -search(0 - stride) }
    var high = 1
    while Time.Stride.nanoseconds(high) < stride {
      guard high < Int.max / 2 else { return .max }
      high *= 2
    }
    var low = 0
    while low < high {
      let middle = low + (high - low) / 2
      if Time.Stride.nanoseconds(middle) < stride { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let below = stride - .nanoseconds(low - 1)
    let above = Time.Stride.nanoseconds(low) - stride
    return Int64(below < above ? low - 1 : low)
  }
}

/// Sendable because the function holds nothing.
extension TimeScale: @unchecked Sendable where Time: Sendable {}

/// The waits of `retry(_:delay:scheduler:when:)` before its attempts.
///
/// Waits are whole nanoseconds, from zero to a hundred years. Up to a month, they are exact.
///
/// ```swift
/// let backoff = Backoff.exponential(.seconds(1), maxDelay: .seconds(30)).jittered(by: 0.2)
/// ```
public struct Backoff: Sendable {
  private let wait: @Sendable (_ attempt: Int) -> Duration
  private var jitters: [(fraction: Double, generator: any RandomNumberGenerator & Sendable)] = []

  /// Calls `wait` before each attempt. The first attempt after a failure has number 1. A negative result means no wait.
  public init(_ wait: @escaping @Sendable (_ attempt: Int) -> Duration) { self.wait = wait }

  /// No wait.
  public static let none = constant(.zero)

  /// The same wait each time.
  public static func constant(_ wait: Duration) -> Backoff { Backoff { _ in wait } }

  /// `first` before the first attempt, then `step` more before each attempt, up to `maxDelay`.
  public static func linear(_ first: Duration, step: Duration, maxDelay: Duration = .longest) -> Backoff {
    Backoff { min(.bounded(first.inSeconds + step.inSeconds * (Double($0) - 1)), maxDelay) }
  }

  /// `first` before the first attempt, then `factor` times as long before each attempt, up to `maxDelay`.
  ///
  /// - Parameters:
  ///   - first: The first wait.
  ///   - factor: More than 1; traps otherwise.
  ///   - maxDelay: The longest wait, before any jitter.
  public static func exponential(
    _ first: Duration, factor: Double = 2, maxDelay: Duration = .longest
  ) -> Backoff {
    require(factor > 1, "Backoff.exponential: the factor must be more than 1")
    return Backoff { attempt in
      let last = maxDelay.inSeconds
      var (seconds, power, left) = (first.inSeconds, factor, max(attempt, 1) - 1)
      // The powers of `factor` by squaring: the standard library has no `pow`.
      while left > 0, seconds > 0, seconds < last {
        if left % 2 == 1 { seconds *= power }
        power *= power
        left /= 2
      }
      return min(.bounded(seconds), maxDelay)
    }
  }

  /// Lengthens or shortens each wait at random, by up to `fraction` of the wait.
  ///
  /// Each subscription uses a copy of `generator`. A seeded generator makes the same waits each time.
  ///
  /// - Parameters:
  ///   - fraction: From 0 to 1; traps otherwise.
  ///   - generator: The source of random numbers.
  public func jittered(
    by fraction: Double, using generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) -> Backoff {
    require((0...1).contains(fraction), "Backoff.jittered(by:using:): the fraction must be from 0 to 1")
    var jittered = self
    jittered.jitters.append((fraction, generator))
    return jittered
  }

  /// The wait before the attempt with this number, from zero to a hundred years. Advances the random number generator.
  public mutating func delay(before attempt: Int) -> Duration {
    var seconds = wait(attempt).inSeconds
    for index in jitters.indices {
      let fraction = jitters[index].fraction
      seconds *= 1 + .random(in: -fraction...fraction, using: &jitters[index].generator)
    }
    return .bounded(seconds)
  }
}

extension Duration {
  /// A hundred years, the longest wait of a ``Backoff``.
  @usableFromInline static let longest = Duration.seconds(100 * 365 * 24 * 3600)

  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

  /// The nearest whole number of nanoseconds, from zero to the longest wait.
  static func bounded(_ seconds: Double) -> Duration {
    .nanoseconds(Int64((min(max(seconds, 0), longest.inSeconds) * 1e9).rounded()))
  }

  /// The same length of a scheduler's time, in whole nanoseconds.
  @usableFromInline func stride<Stride: SchedulerTimeIntervalConvertible & SignedNumeric>(_: Stride.Type) -> Stride {
    // In two parts: with an `Int` of 32 bits, nanoseconds alone reach two seconds.
    .seconds(Int(clamping: components.seconds)) + .nanoseconds(Int(components.attoseconds / 1_000_000_000))
  }
}

import Foundation

/// The default time limit of waits in real time. Set it for a test with the trait `.waitTimeout`, or for a closure with
/// `WaitTimeout.$duration.withValue(.seconds(20)) { }`. A call can pass its own limit.
///
/// The environment variable `STREAMS_TIMEOUT_SCALE` multiplies all these limits, including those of single calls:
/// set it to 10 on a slow machine. It changes neither virtual time nor the durations in which no events are expected.
public enum WaitTimeout {
  /// The time limit; one second by default.
  @TaskLocal public static var duration: Duration = .seconds(1)

  /// The factor of limits in real time: the environment variable `STREAMS_TIMEOUT_SCALE`, 1 without it.
  package static let scale: Double = {
    let name = "STREAMS_TIMEOUT_SCALE"
    guard let text = ProcessInfo.processInfo.environment[name] else { return 1 }
    guard let scale = Double(text), scale > 0, scale.isFinite else {
      fatalError("\(name) must be a number above zero, but is \"\(text)\"")
    }
    return scale
  }()
}

/// The time limit of one wait: a `Duration`, or a number of seconds such as `5` or `0.2`. `1 / 2` is an integer, zero. Do
/// not conform other types.
public protocol WaitLimit {}

extension Duration: WaitLimit {}
extension Double: WaitLimit {}
extension Int: WaitLimit {}

// So that a limit can be written as `.seconds(5)`.
extension WaitLimit where Self == Duration {
  /// No time.
  public static var zero: Duration { Duration.zero }
  /// Returns a number of seconds.
  public static func seconds(_ seconds: some BinaryInteger) -> Duration { Duration.seconds(seconds) }
  /// Returns a number of seconds.
  public static func seconds(_ seconds: Double) -> Duration { Duration.seconds(seconds) }
  /// Returns a number of milliseconds.
  public static func milliseconds(_ milliseconds: some BinaryInteger) -> Duration {
    Duration.milliseconds(milliseconds)
  }
  /// Returns a number of milliseconds.
  public static func milliseconds(_ milliseconds: Double) -> Duration { Duration.milliseconds(milliseconds) }
  /// Returns a number of microseconds.
  public static func microseconds(_ microseconds: some BinaryInteger) -> Duration {
    Duration.microseconds(microseconds)
  }
  /// Returns a number of microseconds.
  public static func microseconds(_ microseconds: Double) -> Duration { Duration.microseconds(microseconds) }
  /// Returns a number of nanoseconds.
  public static func nanoseconds(_ nanoseconds: some BinaryInteger) -> Duration { Duration.nanoseconds(nanoseconds) }
}

extension WaitLimit where Self == Double {
  /// No limit: about 285 years.
  public static var infinity: Double { Double.infinity }
}

extension Duration {
  /// Returns the product. Exact if `factor` is 1. At most about 285 years, like a timeline's time.
  package static func * (duration: Duration, factor: Double) -> Duration {
    factor == 1 ? duration : .seconds(min(duration / .seconds(1) * factor, 9e9))
  }
}

import Foundation

/// The default time limit of waits in real time. Set it for a test with the trait `.waitTimeout`, or for a closure with
/// `WaitTimeout.$duration.withValue(.seconds(20)) { }`. A call can pass its own limit.
///
/// The environment variable `STREAMS_TIMEOUT_SCALE` multiplies all these limits, including those of single calls:
/// set it to 10 on a slow machine. It changes neither virtual time nor the durations in which no events are
/// expected.
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

extension Duration {
  /// Returns the product. Exact if `factor` is 1. At most about 292 years, like a timeline's time.
  package static func * (duration: Duration, factor: Double) -> Duration {
    factor == 1 ? duration : .seconds(min(duration / .seconds(1) * factor, 9e9))
  }
}

import Foundation

/// A span of time that begins now, and the processor time that all threads of this process use in it.
struct ComputingSpan {
  private let begin = ContinuousClock.now
  private let usedBefore = Self.used

  /// The time that has passed.
  var elapsed: Duration { ContinuousClock.now - begin }

  /// How long the process has computed: the sum of its threads, but not more than has passed.
  var computed: Duration { min(elapsed, Self.used - usedBefore) }

  /// The processor time of the process; zero if it is unknown.
  private static var used: Duration {
    #if os(Windows)
      return .zero
    #else
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    #endif
  }
}

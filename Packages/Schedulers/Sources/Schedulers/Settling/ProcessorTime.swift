#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The beginning of a time in which this process may compute.
struct ComputingSpan {
  private let begin = ContinuousClock.now
  private let usedBefore = ProcessorTime.used

  /// The time that has passed.
  var elapsed: Duration { ContinuousClock.now - begin }

  /// How long the process has computed in it. Several threads count once.
  var computed: Duration { min(elapsed, ProcessorTime.used - usedBefore) }
}

/// The processor time of this process, of all threads together.
enum ProcessorTime {
  /// The time used so far; zero if it is unknown.
  static var used: Duration {
    #if os(Windows)
      return .zero
    #else
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    #endif
  }
}

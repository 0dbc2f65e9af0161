/// A clock that reports an issue whenever it is used, for tests of code that should not use time.
///
/// ```swift
/// struct Cart {
///   var clock: any Clock<Duration>
///   var items: [String] = []
///   mutating func add(_ item: String) { items.append(item) }
/// }
/// var cart = Cart(clock: UnimplementedClock())
/// cart.add("milk")
/// print(cart.items)
/// // ["milk"]
/// ```
///
/// After the report, a sleep returns immediately, as with ``ImmediateClock``, so that the code continues. Reading the
/// time and then sleeping is one use, reported when the time is read.
public final class UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// An instant of this clock.
  public typealias Instant = OffsetInstant<Duration>

  private let clock: ImmediateClock<Duration>
  private let reporter: UnimplementedReporter

  /// Creates a clock that must not be used.
  ///
  /// - Parameters:
  ///   - name: The name in the issue.
  ///   - now: The time that it returns after reporting.
  public init(
    name: String = "", now: Instant, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    clock = ImmediateClock(now: now)
    reporter = UnimplementedReporter(
      of: "clock", prefix: name, madeAt: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The time. Reading it reports an issue.
  public var now: Instant {
    reporter.report(.currentTime)
    return clock.now
  }

  /// The resolution, always zero. Reading it reports an issue.
  public var minimumResolution: Duration {
    reporter.report(.minimumResolution)
    return clock.minimumResolution
  }

  /// Reports an issue, moves the clock to `deadline`, and yields to other tasks.
  ///
  /// - Parameters:
  ///   - deadline: The time to sleep until.
  ///   - tolerance: Without effect.
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending)
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws
  {
    reporter.report(.sleep)
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Creates a clock that must not be used, at its beginning.
  ///
  /// - Parameter name: The name in the issue.
  public convenience init(
    name: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(name: name, now: Instant(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

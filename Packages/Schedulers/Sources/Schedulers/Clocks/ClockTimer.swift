extension Clock where Duration: Hashable {
  /// Returns an async sequence of this clock's time, every `interval`.
  ///
  /// ```swift
  /// func ticks() async {
  ///   let clock: any Clock<Duration> = ContinuousClock()
  ///   for await _ in clock.timer(interval: .milliseconds(5)) {
  ///     print("tick")
  ///     break
  ///   }
  /// }
  /// await ticks()
  /// // tick
  /// ```
  ///
  /// The iterating task sleeps between two ticks, so nothing runs without an iteration. The first tick arrives one
  /// interval after the loop requests it. Tick n is due n intervals after the start: there is no drift. Ticks missed
  /// while the body ran are combined into one, which arrives immediately.
  ///
  /// The sequence ends when the task is cancelled. The sequence of a ``Timeline`` ticks when the timeline is advanced.
  /// Each tick is a new sleep there, which counts as scheduled when the loop requests it.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps if it is not above zero.
  ///   - tolerance: How late each tick may be; nil for the clock's default.
  public func timer(
    interval: Duration, tolerance: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ClockTimer<Duration> {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if interval <= .zero { place.trap("Clock.timer(interval:): the interval must be above zero, but is \(interval)") }
    return ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance, place: place)
  }
}

/// An async sequence of the ticks of a clock, see `timer(interval:tolerance:)`.
public struct ClockTimer<Duration: DurationProtocol & Hashable>: AsyncSequence, Sendable {
  /// The clock's time at the tick.
  public typealias Element = AnyClock<Duration>.Instant

  fileprivate let clock: AnyClock<Duration>
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?
  fileprivate let place: SourcePlace

  /// Returns an iterator. Its time starts with the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// An iterator that sleeps until the next tick.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: ClockTimer
    fileprivate var last: Element?
    fileprivate var isOver = false

    /// Waits for the next tick, and returns the clock's time then, or nil if the task is cancelled.
    nonisolated(nonsending)
      public mutating func next() async -> Element?
    {
      guard !isOver else { return nil }
      let due = due(after: timer.clock.now)
      do {
        try await AnyClock.sleep(timer.clock.base, until: due, tolerance: timer.tolerance, at: timer.place)
      } catch {
        if !Task.isCancelled { reportFailedSleep(error, "Clock.timer(interval:): the clock", "The timer ends.") }
        isOver = true
        return nil
      }
      last = due
      return timer.clock.now
    }

    /// Waits for the next tick, and returns the clock's time then, or nil if the task is cancelled. Needs macOS 15, iOS
    /// 18, tvOS 18 or watchOS 11.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    public mutating func next(isolation _: isolated (any Actor)?) async -> Element? { await next() }

    /// Returns the time of the latest missed tick, or of the next tick if none was missed.
    private func due(after now: Element) -> Element {
      let next = (last ?? now).advanced(by: timer.interval)
      guard next < now else { return next }
      let missed = (next.duration(to: now) / timer.interval).rounded(.down)
      return next.advanced(by: timer.interval * (Int(exactly: missed) ?? 0))
    }
  }
}

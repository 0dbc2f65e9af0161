@_spi(TestKit) import Schedulers

extension VirtualTime {
  /// Subscribes to `publisher`, advances time by the length of the marbles, and reports an issue at the caller's line
  /// if the events differ. It then cancels the subscription.
  ///
  /// ```swift
  /// let scheduler = VirtualTimeScheduler()
  /// let input = scheduler.cold("-1-2-3-|", values: .digits)
  /// scheduler.expect(input.filter { $0 > 1 }, toEqual: "---2-3-|")
  /// ```
  ///
  /// The string starts now. `^` marks the subscription, `!` the cancellation. An event before `^` or after `!` is an error.
  ///
  /// If the stream is alive at the end of the string, time advances from instant to instant until an event arrives,
  /// nothing is pending, or 1,000 instants have passed: a string without `|`, `#` and `!` expects that nothing follows.
  ///
  /// If `exhaustive` is false, time stops at the end of the string. `values` are the values of the letters, and `error`
  /// is the failure of `#`, any failure by default. `name` is used in messages.
  ///
  /// - Returns: Whether the events match.
  @discardableResult
  public func expect<P: Publisher>(
    _ publisher: P, toEqual marbles: String, values: MarbleValues<P.Output> = .standard, error: P.Failure? = nil,
    exhaustive: Bool = true, frame: Duration = MarbleFrame.duration, name: String = "stream",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool where P.Output: Equatable {
    let expected = MarbleExpectation<P.Output, P.Failure>(
      marbles, values: values, error: error, frame: frame, of: name, on: timeline,
      at: SourcePlace(fileID, filePath, line, column))
    var run = MarbleRun(expected, on: timeline, isExhaustive: exhaustive) { publisher.subscribe($0) }
    return run?.holds() ?? false
  }

  /// Reports an issue if the events differ. Tasks run, and settle as in `Timeline.advance(by:isolation:)`.
  @discardableResult
  public func expect<P: Publisher>(
    _ publisher: P, toEqual marbles: String, values: MarbleValues<P.Output> = .standard, error: P.Failure? = nil,
    exhaustive: Bool = true, frame: Duration = MarbleFrame.duration, name: String = "stream",
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> Bool where P.Output: Equatable {
    let expected = MarbleExpectation<P.Output, P.Failure>(
      marbles, values: values, error: error, frame: frame, of: name, on: timeline,
      at: SourcePlace(fileID, filePath, line, column))
    var run = MarbleRun(expected, on: timeline, isExhaustive: exhaustive) { publisher.subscribe($0) }
    return await run?.holds() ?? false
  }

  /// Reports an issue if a sequence differs from the marbles. A task of the timeline iterates over it.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  @discardableResult
  public func expect<S: AsyncSequence & Sendable>(
    _ sequence: S, toEqual marbles: String, values: MarbleValues<S.Element> = .standard, error: (any Error)? = nil,
    exhaustive: Bool = true, frame: Duration = MarbleFrame.duration, name: String = "stream",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool where S.Element: Sendable & Equatable {
    let timeline = timeline
    let expected = MarbleExpectation<S.Element, any Error>(
      marbles, values: values, error: error, frame: frame, of: name, on: timeline,
      at: SourcePlace(fileID, filePath, line, column))
    var run = MarbleRun(expected, on: timeline, isExhaustive: exhaustive) { $0.record(sequence, on: timeline) }
    return await run?.holds() ?? false
  }
}

/// The events that a marble string expects of a stream. Texts are created only for failures.
struct MarbleExpectation<Output: Equatable, Failure: Error> {
  private let marble: Marble
  private let values: MarbleValues<Output>
  /// The failure of `#`. ``FailureText/any`` matches any failure.
  private let error: any Error
  private let isOver: Bool
  /// The expected values and completion and, of a recorder, the subscription and the cancellation.
  let events: [Recorded<Output, any Error>]
  /// The times of the subscription, the cancellation, and the end of the check, in nanoseconds after the string begins.
  let (start, cancellation, end): (Int64, Int64?, Int64)
  let name: String
  let place: SourcePlace

  /// Reads a marble string. If it is invalid, reports an issue at `place` and returns nil.
  ///
  /// - Parameter isOver: Whether `^` and `!` are compared, because they have happened. Otherwise a run performs them.
  init?(
    _ text: String, values: MarbleValues<Output>, error: Failure?, frame: Duration, of name: String,
    isOver: Bool = false, on timeline: Timeline?, at place: SourcePlace
  ) {
    do throws(MarbleError) {
      marble = try Marble(text, frame: frame)
      (self.values, self.error, self.name, self.place) = (values, error ?? FailureText.any, name, place)
      self.isOver = isOver
      let compared = isOver ? marble.events : Recording(marble.events).withoutLifecycle.events
      events = try marble.recorded(compared, values: values, error: self.error)
      (start, cancellation, end) = (marble.start, marble.cancellation, marble.duration.wholeNanoseconds)
      let last = cancellation ?? .max
      if let lost = marble.events.first(where: { $0.time.nanoseconds < start || $0.time.nanoseconds > last }) {
        let reason = lost.time.nanoseconds < start ? "before '^'" : "after '!'"
        throw marble.error("'\(lost.event.symbol)' is \(reason), where nothing can happen", at: lost)
      }
    } catch {
      place.report(FailedExpectation(message: error.description) { timeline?.page() })
      return nil
    }
  }

  /// Whether an event may be at the end: after a group that takes no time.
  var includesEnd: Bool { (marble.events.last?.time.nanoseconds ?? 0) >= end }
  /// The time of the last events that belong to the string.
  var last: Int64 { includesEnd ? end : end - 1 }

  /// Returns whether the events match, with times relative to `beginning`. If not, reports an issue.
  ///
  /// - Parameter isExhaustive: Whether events after an open string were checked by default.
  func check(
    _ recorded: [Recorded<Output, Failure>], from beginning: Int64, by subscriber: RecordingSubscriber<Output, Failure>,
    isExhaustive: Bool = false
  ) -> Bool {
    var count = 0
    var holds = true
    for found in recorded where holds && compares(found.event) {
      holds =
        count < events.count && events[count].time.nanoseconds == found.time.nanoseconds - beginning
        && accepts(found.event, as: events[count].event)
      if holds { count += 1 }
    }
    if holds, count == events.count { return true }
    let recording = Recording(recorded, requests: subscriber.recording.requests, name: name)
    let shifted = recording.shifted(by: .nanoseconds(-beginning))
    let numbers = recorded.indices.filter { compares(recorded[$0].event) }
    let found = numbers.map { shifted.events[$0] }
    let isAfter = isExhaustive && count == events.count && count < found.count && found[count].time.nanoseconds > last
    let hint = isAfter ? "\n  This is after the marbles; 'exhaustive: false' ignores it." : ""
    let compared = ComparedEvents(events, found, sameUpTo: count, start: beginning)
    let message = message(compared, shifted) + hint
    place.report(
      FailedExpectation(message: message, cause: subscriber.unreadError()) {
        // They can be read, because those that are compared could.
        let all = Recording((try? marble.recorded(marble.events, values: values, error: error)) ?? [])
        let wanted = events.count == all.events.count ? Array(events.indices) : all.outcomes
        return compared.page(expected: all, wanted, actual: recording, numbers, by: subscriber)
      })
    return false
  }

  /// Whether an event of a recording is compared. A subscription or cancellation is, if one is expected.
  @inline(__always) private func compares(_ event: StreamEvent<Output, Failure>) -> Bool {
    if !event.isLifecycle { return true }
    let mark: StreamEvent<Character, FailureText> = event.isSubscription ? .subscription : .cancellation
    return isOver && marble.events.contains { $0.event == mark }
  }

  private func message(_ compared: ComparedEvents<Output, Failure>, _ found: Recording<Output, Failure>) -> String {
    var names = MarbleNames(values)
    for name in marble.events.compactMap(\.event.value) {
      if let value = values[name] { names.reserve(name, for: value) }
    }
    // The recording's subscription and cancellation, if the string has them.
    let actual = found.written(with: &names).filter { mark in
      !mark.event.isLifecycle || marble.events.contains { $0.event == mark.event }
    }
    let rows = AlignedMarbles([marble.events, actual], frame: marble.frame.wholeNanoseconds, until: end)
    let lines = compared.differences.map { "at \(shortTime(compared.onTimeline($0.time))): \($0.text)" }
    let start = compared.start == 0 ? "" : " The marbles start at \(shortTime(compared.start))."
    let text = """
      \(name) did not send the expected events.\(start)
        expected: \(rows.rows[0].shortened(1_000))
        actual:   \(rows.rows[1].shortened(1_000))
                  \(rows.pointers(to: compared.differences.map(\.time.nanoseconds)).shortened(1_000))
      """
    let legend = names.values.legend()
    return text + (lines.count > 1 ? list(lines) : " \(lines.first?.shortened(10_000) ?? "")")
      + (legend.isEmpty ? "" : "\n  \(legend.shortened(10_000))") + compared.diffs.map { "\n\($0)" }.joined()
  }
}

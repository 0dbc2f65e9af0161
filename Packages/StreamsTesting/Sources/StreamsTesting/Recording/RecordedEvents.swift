/// The time of an event, and its position among the events on the timeline; 0 in real time.
@usableFromInline typealias Stamp = (time: Timeline.Instant, order: UInt64)

/// The events of a recording, and which of them the test has consumed.
@usableFromInline struct RecordedEvents<Output, Failure: Error> {
  @usableFromInline var all: [Recorded<Output, Failure>] = []
  var end: Subscribers.Completion<Failure>?
  /// The index of the first event that has not been consumed.
  var next = 0
  /// Whether the completion has been consumed, even if values before it have not.
  var hasConsumedEnd = false
  /// The demand for values that have not arrived.
  @usableFromInline var outstanding: Subscribers.Demand = .none
  /// Whether a wait must hear of each event.
  @usableFromInline var isAwaited = false
  /// Whether events that remain unconsumed are reported.
  var isExhaustive = true

  @usableFromInline init() {}

  /// Appends an event. In real time, its position is its number. O(1), amortised.
  @inlinable @inline(__always) mutating func append(_ event: StreamEvent<Output, Failure>, at stamp: Stamp) {
    let order = stamp.order == 0 ? UInt64(all.count + 1) : stamp.order
    all.append(Recorded(time: stamp.time, order: order, event: event))
  }

  /// Appends a value, and returns whether it was requested, and whether a wait must hear of it. One access to the
  /// recording, because each is checked.
  @inlinable @inline(__always) mutating func receive(_ value: Output, at stamp: Stamp)
    -> (wasAsked: Bool, isAwaited: Bool)
  {
    let wasAsked = outstanding > .none
    if wasAsked { outstanding -= 1 }
    append(.value(value), at: stamp)
    return (wasAsked, isAwaited)
  }

  var values: [Output] { all.compactMap(\.event.value) }

  /// Returns at most `count` values, starting at an index, and the index after the last one.
  func values(_ count: Int = .max, from start: Int) -> (values: [Output], end: Int) {
    var (values, index, end) = ([Output](), start, start)
    while index < all.count, values.count < count {
      if let value = all[index].event.value {
        values.append(value)
        end = index + 1
      }
      index += 1
    }
    return (values, end)
  }

  /// Consumes the first `count` events. With `end`, also consumes the completion, even if values before it remain.
  mutating func consume(through count: Int, end: Bool = false) {
    next = max(next, count)
    if end { hasConsumedEnd = true }
  }

  mutating func consumeAll() { consume(through: all.count) }

  /// The events that have not been consumed. O(1) to look at the first, if all events before it are consumed.
  var rest: some Sequence<Recorded<Output, Failure>> { all[min(next, all.count)...].lazy.filter { counts($0.event) } }

  /// The outcome of an expectation that these events do not meet.
  func outcome<Value>() -> RecorderExpectation<Value>.Outcome {
    end == nil ? .pending : .impossible(events: all.count)
  }

  private func counts(_ event: StreamEvent<Output, Failure>) -> Bool {
    event.completion == nil ? event.value != nil : !hasConsumedEnd
  }
}

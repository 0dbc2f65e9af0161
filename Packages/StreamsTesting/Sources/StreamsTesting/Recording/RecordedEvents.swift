/// The time of an event, and its position among the events at that time.
@usableFromInline typealias Stamp = (time: Timeline.Instant, order: UInt64)

/// The events of a recording, stored compactly: events at the same time with consecutive order numbers share one stamp.
@usableFromInline struct RecordedEvents<Output, Failure: Error> {
  @usableFromInline var all: [StreamEvent<Output, Failure>] = []
  /// The changes of the stamp: the stamp of event `first`. Later events count on from it.
  @usableFromInline var runs: [(first: Int, stamp: Stamp)] = []
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
  /// The stamp that continues the last run.
  @usableFromInline var time: Int64 = .min
  @usableFromInline var order: UInt64 = 1

  @usableFromInline init() {}

  /// Appends an event. A stamp without an order number gets the next one. O(1), amortised.
  @inlinable @inline(__always) mutating func append(_ event: StreamEvent<Output, Failure>, at stamp: Stamp) {
    if stamp.time.nanoseconds != time || stamp.order != order { beginRun(at: stamp) }
    order &+= 1
    all.append(event)
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

  /// Returns the events, and keeps only the demand.
  mutating func takeAll() -> Self {
    let taken = self
    self = RecordedEvents()
    outstanding = taken.outstanding
    return taken
  }

  @inlinable @inline(never) mutating func beginRun(at stamp: Stamp) {
    if stamp.order != 0 { order = stamp.order }
    time = stamp.time.nanoseconds
    runs.append((all.count, (stamp.time, order)))
  }

  var count: Int { all.count }

  var values: [Output] { all.compactMap(\.value) }

  /// Returns at most `count` values, starting at an index, and the index after the last one.
  func values(_ count: Int = .max, from start: Int) -> (values: [Output], end: Int) {
    var (values, index, end) = ([Output](), start, start)
    while index < all.count, values.count < count {
      if let value = all[index].value {
        values.append(value)
        end = index + 1
      }
      index += 1
    }
    return (values, end)
  }

  var subscriptionTime: Timeline.Instant? {
    all.firstIndex(where: \.isSubscription).map { recorded(at: $0).time }
  }

  /// Calls `body` with each event, starting with `first`, and its time. O(log n + k) for k of these events.
  @inlinable func forEach(from first: Int = 0, _ body: (Recorded<Output, Failure>) -> Void) {
    guard first < all.count else { return }
    for index in run(of: first)..<runs.count {
      let run = runs[index]
      let next = index + 1 < runs.count ? runs[index + 1].first : all.count
      for position in max(first, run.first)..<next {
        let order = run.stamp.order &+ UInt64(position - run.first)
        body(Recorded(time: run.stamp.time, order: order, event: all[position]))
      }
    }
  }

  /// Returns the index of the run that contains an event. O(log n).
  @usableFromInline func run(of index: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= index { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Returns the event at `index`, with its time. O(log n).
  func recorded(at index: Int) -> Recorded<Output, Failure> {
    let run = runs[run(of: index)]
    let order = run.stamp.order &+ UInt64(index - run.first)
    return Recorded(time: run.stamp.time, order: order, event: all[index])
  }

  /// Returns the events, starting with `first`, with their times. O(n).
  func recorded(from first: Int = 0) -> [Recorded<Output, Failure>] {
    var recorded: [Recorded<Output, Failure>] = []
    recorded.reserveCapacity(max(0, all.count - first))
    forEach(from: first) { recorded.append($0) }
    return recorded
  }

  /// Consumes the first `count` events. With `end`, also consumes the completion, even if values before it remain.
  mutating func consume(through count: Int, end: Bool = false) {
    next = max(next, count)
    if end { hasConsumedEnd = true }
  }

  @discardableResult mutating func consumeAll() -> Self {
    consume(through: count)
    return self
  }

  /// Whether an event has not been consumed. O(1) if all events before it are consumed.
  var hasRest: Bool { all.indices.dropFirst(next).contains { counts(all[$0]) } }

  /// The events that have not been consumed. O(n).
  var rest: [Recorded<Output, Failure>] { recorded(from: next).filter { counts($0.event) } }

  private func counts(_ event: StreamEvent<Output, Failure>) -> Bool {
    event.completion == nil ? event.value != nil : !hasConsumedEnd
  }
}

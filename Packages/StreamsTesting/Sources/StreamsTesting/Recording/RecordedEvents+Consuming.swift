extension RecordedEvents {
  /// Consumes the first `count` events. With `end`, also consumes the completion, even if values before it remain.
  mutating func consume(through count: Int, end: Bool = false) {
    next = max(next, count)
    if end { hasConsumedEnd = true }
  }

  @discardableResult mutating func consumeAll() -> Self {
    consume(through: count)
    return self
  }

  /// Consumes the first event that has not been consumed, and all before it.
  mutating func consumeFirst() -> Recorded<Output, Failure>? {
    guard let index = firstIndex else { return nil }
    consume(through: index + 1)
    return recorded(at: index)
  }

  /// The first event that has not been consumed. O(1) if all events before it are consumed.
  var first: Recorded<Output, Failure>? { firstIndex.map(recorded(at:)) }

  /// The events that have not been consumed. O(n).
  var rest: [Recorded<Output, Failure>] { recorded(from: next).filter { counts($0.event) } }

  private var firstIndex: Int? { all.indices.dropFirst(next).first { counts(all[$0]) } }

  private func counts(_ event: StreamEvent<Output, Failure>) -> Bool {
    event.completion == nil ? event.value != nil : !hasConsumedEnd
  }
}

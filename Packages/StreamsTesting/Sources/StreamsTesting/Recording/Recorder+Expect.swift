extension Recorder where Output: Equatable {
  /// Reports an issue at the caller's line, with the events so far, if the values that have not been consumed differ
  /// from `values`. Consumes the values, but not the completion. O(n), or O(n²) in any order.
  ///
  /// - Returns: Whether they are equal.
  @discardableResult
  public func expect(
    values: [Output], inAnyOrder: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let found = subscriber.look { events in
      let (values, end) = events.values(from: events.next)
      events.consume(through: end)
      return values
    }
    let missing = inAnyOrder ? found.difference(from: values) : ""
    guard inAnyOrder ? !missing.isEmpty : found != values else { return true }
    let order = inAnyOrder ? " in any order" : ""
    let diff = inAnyOrder ? missing : valueDiff(values, found).map { "\n\($0)" } ?? ""
    let complaint = "\(name): expected the values \(shown(values))\(order), got \(shown(found)).\(diff)"
    subscriber.report(complaint, at: CallPlace(fileID, filePath, line, column)) {
      $0.page(expected: shown(values), at: subscriber.timeline?.now)
    }
    return false
  }

  /// Reports an issue at the caller's line, with the events so far, if the values, the completion or their times differ
  /// from `events`. Consumes all events.
  ///
  /// Subscription and cancellation are ignored on both sides. `tolerance` is how much earlier or later each event may
  /// arrive.
  ///
  /// - Returns: Whether the events match.
  @discardableResult
  public func expect(
    events: [Recorded<Output, Failure>], tolerance: Duration = .zero, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let wanted = Recording(events).withoutLifecycle.events
    let found = consumeAll().withoutLifecycle.events
    func isSame(_ a: Recorded<Output, Failure>, _ b: Recorded<Output, Failure>) -> Bool {
      let distance = a.time.duration(to: b.time)
      return a.event == b.event && distance <= tolerance && distance >= .zero - tolerance
    }
    let same = zip(wanted, found).prefix(while: isSame).count
    guard same < max(wanted.count, found.count) else { return true }
    let within = tolerance > .zero ? ", each within \(shortTime(tolerance.wholeNanoseconds))" : ""
    let list = wanted.map { "\n    \($0)" }.joined()
    let changes = found.difference(from: wanted, by: isSame).map { change in
      switch change {
      case .remove(_, let event, _): (time: event.time, text: "\n  missing: \(event)")
      case .insert(_, let event, _): (time: event.time, text: "\n  not expected: \(event)")
      }
    }.sorted { ($0.time, $0.text) < ($1.time, $1.text) }.map(\.text).joined()
    let complaint = "\(name): expected other events\(within):\(list)\n  The differences:\(changes)"
    subscriber.report(complaint, at: CallPlace(fileID, filePath, line, column)) {
      TimelinePage(name, expected: wanted.map { TimelinePage.Event($0) }, actual: $0, sameUpTo: same)
    }
    return false
  }
}

extension Array where Element: Equatable {
  /// Returns the missing and the unexpected elements in any order, for messages. O(n²).
  fileprivate func difference(from expected: [Element]) -> String {
    func left(of values: [Element], without others: [Element]) -> [Element] {
      others.reduce(into: values) { rest, other in
        if let index = rest.firstIndex(of: other) { rest.remove(at: index) }
      }
    }
    let (missing, extra) = (left(of: expected, without: self), left(of: self, without: expected))
    return [("missing", missing), ("not expected", extra)].filter { !$1.isEmpty }
      .map { "\n  \($0): \(shown($1))" }.joined()
  }
}

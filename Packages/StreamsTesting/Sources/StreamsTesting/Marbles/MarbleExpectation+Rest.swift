extension MarbleExpectation {
  /// The maximum number of instants checked after the string, because other work on the timeline may never end.
  private var furthest: Int { 1_000 }

  /// If the string has no end, advances time after it, until an event arrives or nothing is due.
  @usableFromInline func lookOn(_ subscriber: RecordingSubscriber<Output, Failure>, on timeline: Timeline) {
    guard !isClosed, !hasTooMuch(subscriber) else { return }
    let count = subscriber.count
    for _ in 0..<furthest where subscriber.isAlive && subscriber.count == count {
      guard timeline.step() else { return }
    }
  }

  /// Does the same, and waits for tasks.
  func lookOn(_ subscriber: RecordingSubscriber<Output, Failure>, on timeline: Timeline) async {
    guard !isClosed, !hasTooMuch(subscriber) else { return }
    let count = subscriber.count
    for _ in 0..<furthest where subscriber.isAlive && subscriber.count == count {
      guard let due = timeline.nextDue else { return }
      await timeline.advance(to: due)
    }
  }

  /// Whether there are more events already than expected.
  private func hasTooMuch(_ subscriber: RecordingSubscriber<Output, Failure>) -> Bool {
    subscriber.look { recorded, _ in recorded.values.count + (recorded.end == nil ? 0 : 1) > events.count }
  }
}

extension MarbleExpectation {
  /// How many instants after the string are looked at, as something else on the timeline may never end.
  private var furthest: Int { 1_000 }

  /// Moves time on after the string if it does not say how the stream ends, until something comes or nothing is due.
  @usableFromInline func lookOn(_ subscriber: RecordingSubscriber<Output, Failure>, on timeline: Timeline) {
    guard !isClosed, !hasTooMuch(subscriber) else { return }
    let count = subscriber.count
    for _ in 0..<furthest where subscriber.isAlive && subscriber.count == count {
      guard timeline.step() else { return }
    }
  }

  /// The same; tasks follow.
  func lookOn(_ subscriber: RecordingSubscriber<Output, Failure>, on timeline: Timeline) async {
    guard !isClosed, !hasTooMuch(subscriber) else { return }
    let count = subscriber.count
    for _ in 0..<furthest where subscriber.isAlive && subscriber.count == count {
      guard let due = timeline.nextDue else { return }
      await timeline.advance(to: due)
    }
  }

  /// Whether more has come already than is wanted.
  private func hasTooMuch(_ subscriber: RecordingSubscriber<Output, Failure>) -> Bool {
    subscriber.look { recorded, _ in recorded.values.count + (recorded.end == nil ? 0 : 1) > events.count }
  }
}

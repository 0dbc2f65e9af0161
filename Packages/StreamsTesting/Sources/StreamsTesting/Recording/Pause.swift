enum Pause {
  case none
  /// The subscription, in real time; the work due now, in virtual time.
  case subscription
  /// An event that has not been consumed, in real time; the work due now, in virtual time.
  case event
  case time(Duration)
  /// A time in which no event may arrive. In virtual time, its last instant belongs to the time that follows.
  case quiet(Duration)

  /// The distance that virtual time moves before the check; nil if the work due now need not run.
  fileprivate var distance: Duration? {
    switch self {
    case .none: nil
    case .subscription, .event: .zero
    case .time(let length): max(.zero, length)
    case .quiet(let length): max(.zero, length) - rest
    }
  }

  /// The distance that virtual time moves after the check.
  fileprivate var rest: Duration {
    if case .quiet(let length) = self { min(.nanoseconds(1), max(.zero, length)) } else { .zero }
  }
}

extension Recorder {
  /// Pauses, and runs `check`: on the timeline, or in real time by blocking.
  func check(after pause: Pause, at place: CallPlace, _ check: () throws -> Void) throws {
    if let (expectation, limit) = wait(for: pause, at: place) { _ = try expectation.settled(limit, at: place) }
    if let distance = pause.distance { subscriber.timeline?.advance(by: distance) }
    try check()
    if pause.rest > .zero { subscriber.timeline?.advance(by: pause.rest) }
  }

  /// Pauses, and runs `check`: on the timeline with tasks, or in real time.
  func check(after pause: Pause, at place: CallPlace, _ check: () async throws -> Void) async throws {
    if let (expectation, limit) = wait(for: pause, at: place) { _ = try await expectation.settled(limit) }
    if let distance = pause.distance { await subscriber.timeline?.advance(by: distance) }
    try await check()
    if pause.rest > .zero { await subscriber.timeline?.advance(by: pause.rest) }
  }

  /// Returns the expectation to wait for in real time, and the time limit.
  private func wait(for pause: Pause, at place: CallPlace) -> (RecorderExpectation<Void>, Duration)? {
    if subscriber.timeline != nil { return nil }
    let limit = place.limit(nil, isScaled: true)
    switch pause {
    case .none: return nil
    case .subscription:
      return (expectation("") { $0.subscriptionTime == nil ? .pending : .fulfilled(()) }, limit)
    case .event: return (somethingNew, limit)
    case .time(let length): return (expectation("") { _ in .pending }, length)
    case .quiet(let length): return length > .zero ? (somethingNew, length) : nil
    }
  }

  private var somethingNew: RecorderExpectation<Void> {
    expectation("nothing") { $0.first == nil ? .pending : .fulfilled(()) }
  }
}

@_spi(TestKit) import Schedulers

enum Pause {
  case none
  /// The subscription, in real time; the work due now, in virtual time.
  case subscription
  /// An event that has not been consumed, in real time; the work due now, in virtual time.
  case event
  case time(Duration)
  /// A time in which no event may arrive. In virtual time, its last instant belongs to the time that follows.
  case quiet(Duration)

  /// The walk of virtual time before the check; nil if the work due now need not run.
  fileprivate var walk: Walk? {
    switch self {
    case .none: nil
    case .subscription, .event: Walk(.by(0))
    case .time(let length): Walk(.by(length.wholeNanoseconds))
    case .quiet(let length): Walk(.by(length.wholeNanoseconds), includesLimit: length <= .zero)
    }
  }

  fileprivate var isQuiet: Bool { if case .quiet(let length) = self { length > .zero } else { false } }
}

extension Recorder {
  /// Pauses, and runs `check`: on the timeline, or in real time by blocking.
  func check(after pause: Pause, at place: SourcePlace, _ check: () throws -> Void) throws {
    if let (expectation, limit) = wait(for: pause, at: place) { _ = try expectation.decided(limit, at: place) }
    if let timeline = subscriber.timeline, let walk = pause.walk {
      try timeline.walk(walk) { _ in false }.check()
    }
    try check()
    if pause.isQuiet { subscriber.timeline?.advance() }
  }

  /// Pauses, and runs `check`: on the timeline with tasks, or in real time.
  func check(after pause: Pause, at place: SourcePlace, _ check: () async throws -> Void) async throws {
    if let (expectation, limit) = wait(for: pause, at: place) { _ = try await expectation.decided(limit) }
    if let timeline = subscriber.timeline, let walk = pause.walk {
      try await timeline.walk(walk) { _ in false }.check()
    }
    try await check()
    if pause.isQuiet { await subscriber.timeline?.advance() }
  }

  /// Returns the expectation to wait for in real time, and the time limit.
  private func wait(for pause: Pause, at place: SourcePlace) -> (RecorderExpectation<Void>, Duration)? {
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

extension Walk {
  /// Throws if time stood still, which the timeline has reported.
  fileprivate func check() throws {
    if case .standstill = end { throw Complaint("time stands still") }
  }
}

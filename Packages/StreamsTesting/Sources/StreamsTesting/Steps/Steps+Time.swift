extension Steps {
  /// What a step waits for before it is looked at.
  enum Pause {
    case none
    /// The subscription, in real time; what is due now, in virtual time.
    case subscription
    /// An event that no step has taken, in real time; what is due now, in virtual time.
    case event
    /// Time.
    case time(Duration)
    /// Time in which nothing may come, in virtual time up to the instant before its end.
    case quiet(Duration)
  }
}

extension Steps.Run {
  /// Lets time pass, on the timeline or, blocking, in reality.
  func pass(_ pause: Steps.Pause, at place: CallPlace) throws {
    if let timeline {
      if let length = length(of: pause) { timeline.advance(by: length) }
    } else if let (expectation, seconds) = wait(for: pause) {
      _ = try expectation.settled(place.limit(seconds), at: place)
    }
  }

  /// Lets time pass, on the timeline, where tasks follow, or in reality.
  nonisolated(nonsending)
    func pass(_ pause: Steps.Pause, at place: CallPlace) async throws
  {
    if let timeline {
      if let length = length(of: pause) { await timeline.advance(by: length) }
    } else if let (expectation, seconds) = wait(for: pause) {
      _ = try await expectation.settled(place.limit(seconds))
    }
  }

  /// How far virtual time moves; nil if what is due now need not run.
  private func length(of pause: Steps.Pause) -> Duration? {
    let owed = owed
    self.owed = .zero
    switch pause {
    case .none: return owed > .zero ? owed : nil
    case .subscription, .event: return owed
    case .time(let length): return owed + max(.zero, length)
    case .quiet(let length):
      // What comes at its last instant is the next step's.
      self.owed = min(.nanoseconds(1), max(.zero, length))
      return owed + max(.zero, length) - self.owed
    }
  }

  /// What is waited for in real time, and how many seconds at most; the usual time if that is nil.
  private func wait(for pause: Steps.Pause) -> (RecorderExpectation<Void>, Double?)? {
    switch pause {
    case .none: nil
    case .subscription:
      (recorder.expectation("") { events, _ in events.subscriptionTime == nil ? .pending : .fulfilled(()) }, nil)
    case .event: (event, nil)
    case .time(let length): (recorder.expectation("") { _, _ in .pending }, length / .seconds(1))
    case .quiet(let length): (event, length / .seconds(1))
    }
  }

  /// An event that no step has taken.
  private var event: RecorderExpectation<Void> {
    recorder.expectation("") { events, consumption in consumption.rest(of: events).isEmpty ? .pending : .fulfilled(()) }
  }
}

@_spi(Reporting) import Schedulers

extension Steps {
  /// The pause before a step.
  enum Pause {
    case none
    /// The subscription, in real time; the work due now, in virtual time.
    case subscription
    /// An event that no step has consumed, in real time; the work due now, in virtual time.
    case event
    /// A time.
    case time(Duration)
    /// A time without events; in virtual time, up to the instant before its end.
    case quiet(Duration)
  }
}

extension Steps.Run {
  /// Runs an action. Virtual time advances while it sleeps. Prints a warning if it takes longer than a wait may.
  func perform(_ action: () async throws -> Void, at place: CallPlace) async throws {
    guard let timeline else { return try await action() }
    let (limit, step) = (place.limit(nil, isScaled: true), "\(recorder.name), the action of 'then' at \(place)")
    let watch = Watchdog(after: limit) {
      "\(step), has not returned after \(limit) of real time. If it waits for a later value, advance time before it."
    }
    defer { watch.stop() }
    try await SleepingAction.run(on: timeline, action)
  }

  /// Lets time pass, on the timeline, or in real time by blocking.
  func pass(_ pause: Steps.Pause, at place: CallPlace) throws {
    if let timeline {
      if let length = length(of: pause) { timeline.advance(by: length) }
    } else if let (expectation, limit) = wait(for: pause, at: place) {
      _ = try expectation.settled(limit, at: place)
    }
  }

  /// Lets time pass, on the timeline with tasks, or in real time.
  func pass(_ pause: Steps.Pause, at place: CallPlace) async throws {
    if let timeline {
      if let length = length(of: pause) { await timeline.advance(by: length) }
    } else if let (expectation, limit) = wait(for: pause, at: place) {
      _ = try await expectation.settled(limit)
    }
  }

  /// Returns the distance that virtual time moves, or nil if the work due now need not run.
  private func length(of pause: Steps.Pause) -> Duration? {
    let owed = owed
    self.owed = .zero
    switch pause {
    case .none: return owed > .zero ? owed : nil
    case .subscription, .event: return owed
    case .time(let length): return owed + max(.zero, length)
    case .quiet(let length):
      let quiet = QuietTime(length)
      self.owed = quiet.rest
      return owed + quiet.watched
    }
  }

  /// Returns the expectation to wait for in real time, and the time limit.
  private func wait(for pause: Steps.Pause, at place: CallPlace) -> (RecorderExpectation<Void>, Duration)? {
    let limit = place.limit(nil, isScaled: true)
    switch pause {
    case .none: return nil
    case .subscription:
      return (
        recorder.expectation("") { events, _ in events.subscriptionTime == nil ? .pending : .fulfilled(()) }, limit
      )
    case .event: return (recorder.somethingNew, limit)
    case .time(let length): return (recorder.expectation("") { _, _ in .pending }, length)
    case .quiet(let length): return (recorder.somethingNew, length)
    }
  }
}

extension Timeline {
  /// Advances time by `duration` and runs the work due on the way, each action at its own time.
  ///
  /// A call inside an action advances immediately, within that action; nothing runs twice. A call while another thread
  /// advances waits until that advance has finished, so the advances of two threads add up.
  ///
  /// - Parameter duration: The distance, rounded to whole nanoseconds. Zero runs the work due now; a negative distance
  ///   does not move time.
  public func advance(by duration: Duration = .zero) {
    drive(.by(duration.wholeNanoseconds))
  }

  /// Advances time to `instant` and runs the work due on the way, each action at its own time.
  ///
  /// If `instant` has passed, time does not move, and only the work due now runs.
  public func advance(to instant: Instant) {
    drive(.to(instant.nanoseconds))
  }

  func advance(byNanoseconds distance: Int64) { drive(.by(distance)) }

  /// Sets the clock, then runs the work due by then. All of it sees the new time.
  func jump(to instant: (Int64) -> Int64) { withoutActuallyEscaping(instant) { _ = drive(.jump($0)) } }

  /// Moves time to the next instant at which work is due, and runs the work due then.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func step() -> Bool {
    drive(.nextDue).hasRun
  }

  /// Moves time to the next action, and runs only that one.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func stepAction() -> Bool {
    drive(.oneStep).hasRun
  }

  /// Moves the clock by `duration` and runs nothing, as if the machine slept.
  ///
  /// Work that becomes due runs at the next advance, and sees the time of that advance. Skipping by zero declares that
  /// pending work is left on purpose while another timeline of the test is advanced.
  public func skip(by duration: Duration) {
    state.withLock {
      $0.isDriven = true
      $0.move(to: max($0.time, $0.due(after: duration.wholeNanoseconds)))
    }
    ForgottenWork.remove(self)
  }

  /// Sets the clock to `instant`, also back, and runs nothing.
  ///
  /// Pending work keeps its due time.
  public func set(to instant: Instant) {
    state.withLock {
      if $0.queue.count > 0 { $0.isDriven = true }
      $0.move(to: instant.nanoseconds)
    }
  }
}

extension Timeline {
  /// Advances time by `duration` and runs everything that is due on the way, each action at its own time.
  ///
  /// Called from inside an action, it does so immediately, within that action: nothing runs twice. Called while another
  /// thread advances, it waits until that advance has finished, so advances by two threads add up.
  ///
  /// - Parameter duration: How far, rounded to whole nanoseconds; zero runs what is due now. Nothing moves if it is
  ///   negative.
  public func advance(by duration: Duration = .zero) {
    drive(.by(duration.wholeNanoseconds))
  }

  /// Advances time to `instant` and runs everything that is due on the way, each action at its own time.
  ///
  /// For an instant in the past, time stays and only work that is due runs.
  public func advance(to instant: Instant) {
    drive(.to(instant.nanoseconds))
  }

  func advance(byNanoseconds distance: Int64) { drive(.by(distance)) }

  /// Sets the clock, and then runs what is due by then: all of it sees the new time.
  func jump(to instant: (Int64) -> Int64) { withoutActuallyEscaping(instant) { _ = drive(.jump($0)) } }

  /// Moves time to the next instant at which something is due and runs everything that is due then.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func step() -> Bool {
    drive(.nextDue).hasRun
  }

  /// Runs the one action that is next, moving time to it.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func stepAction() -> Bool {
    drive(.oneStep).hasRun
  }

  /// Moves the clock by `duration` and runs nothing, as when a machine sleeps.
  ///
  /// Work that became due runs at the next advance, at the time that it is then. Skipping by zero declares that
  /// pending work stays undone on purpose while another timeline of the test is advanced.
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

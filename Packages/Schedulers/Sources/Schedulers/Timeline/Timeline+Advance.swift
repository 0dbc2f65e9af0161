extension Timeline {
  /// Moves time on by `duration`, running everything that is due on the way, each action at its own time.
  ///
  /// Called from inside an action, it does so at once, within that action: nothing runs twice. Called while another
  /// thread advances, it waits until that one is through, so advances by two threads add up.
  ///
  /// - Parameter duration: How far, rounded to whole nanoseconds; zero runs what is due now. Nothing moves if it is
  ///   negative.
  public func advance(by duration: Duration = .zero) {
    advance(byNanoseconds: duration.wholeNanoseconds)
  }

  /// Moves time on to `instant`, running everything that is due on the way, each action at its own time.
  ///
  /// An instant that has passed moves nothing: what is due now runs.
  public func advance(to instant: Instant) {
    beginAdvance()
    drive(to: max(time, instant.nanoseconds))
    endAdvance()
  }

  func advance(byNanoseconds distance: Int64) {
    beginAdvance()
    drive(to: time.addingClamped(max(0, distance)))
    endAdvance()
  }

  /// Sets the clock, and then runs what is due by then: all of it sees the new time.
  func jump(to instant: (Int64) -> Int64) {
    beginAdvance()
    move(to: instant(time))
    drive(to: time)
    endAdvance()
  }
}

extension Timeline {
  /// Takes the lock and the role of the one that runs actions, and starts to count the steps at this instant.
  @inline(__always) func beginAdvance() {
    lock.lock()
    takeDriverRole()
    if driverDepth == 1 { renewLimits() }
  }

  /// Gives both up and reports what there is to report: here, because it belongs to the test that advances.
  @inline(__always) func endAdvance() {
    leaveDriverRole()
    let isQuiet = reports.isEmpty
    let isRealTime = isRealTime
    lock.unlock()
    if !isQuiet { reportAll() }
    if !isRealTime { ForgottenWork.noteAdvance(of: self) }
  }
}

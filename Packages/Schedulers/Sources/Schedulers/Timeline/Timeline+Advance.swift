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
    lock.lock()
    takeDriverRole()
    drive(to: max(time, instant.nanoseconds))
    leaveDriverRole()
    lock.unlock()
  }

  func advance(byNanoseconds distance: Int64) {
    lock.lock()
    takeDriverRole()
    drive(to: time.addingClamped(max(0, distance)))
    leaveDriverRole()
    lock.unlock()
  }

  /// Sets the clock, and then runs what is due by then: all of it sees the new time.
  func jump(to instant: (Int64) -> Int64) {
    lock.lock()
    takeDriverRole()
    move(to: instant(time))
    drive(to: time)
    leaveDriverRole()
    lock.unlock()
  }
}

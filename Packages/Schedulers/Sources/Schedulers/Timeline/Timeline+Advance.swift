extension Timeline {
  /// Moves time on by `duration`, running everything that is due on the way, each action at its own time.
  ///
  /// Called from inside an action, it does so at once, within that action: nothing runs twice. Called while another
  /// thread advances, it waits until that one is through, so advances by two threads add up.
  ///
  /// - Parameter duration: How far, rounded to whole nanoseconds; zero runs what is due now. Nothing moves if it is
  ///   negative.
  public func advance(by duration: Duration = .zero) {
    let distance = max(0, duration.wholeNanoseconds)
    lock.lock()
    takeDriverRole()
    drive(to: time.addingClamped(distance))
    leaveDriverRole()
    lock.unlock()
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
}

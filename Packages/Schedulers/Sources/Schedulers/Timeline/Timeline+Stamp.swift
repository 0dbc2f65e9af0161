extension Timeline {
  /// Returns the time of an event that happens now, and a number larger than in every earlier call, which orders the
  /// recordings of several streams. Numbers have gaps.
  ///
  /// For an advance that waits for tasks, a call counts as activity.
  @_spi(TestKit) public func stamp() -> (time: Instant, order: UInt64) {
    state.withLock {
      $0.contacts &+= 1
      return (Instant(nanoseconds: $0.time), $0.contacts)
    }
  }
}

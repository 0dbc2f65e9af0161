extension Timeline {
  /// The time of an event, and its position among the events at that instant.
  @frozen public struct Stamp: Sendable, Hashable {
    /// The virtual time.
    public let time: Instant
    /// A number larger than in every earlier stamp. Numbers have gaps.
    public let order: UInt64

    /// Creates a stamp.
    public init(time: Instant, order: UInt64) {
      self.time = time
      self.order = order
    }
  }

  /// Returns a stamp for an event that happens now, to order the recordings of several streams.
  ///
  /// For an advance that waits for tasks, a stamp counts as activity.
  public func stamp() -> Stamp {
    state.withLock {
      $0.contacts &+= 1
      return Stamp(time: Instant(nanoseconds: $0.time), order: $0.contacts)
    }
  }
}

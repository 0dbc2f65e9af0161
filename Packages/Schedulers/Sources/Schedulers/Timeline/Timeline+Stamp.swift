extension Timeline {
  /// When something happened, and its place among all that was stamped or cancelled at that instant.
  @frozen public struct Stamp: Sendable, Hashable {
    /// The virtual time.
    public let time: Instant
    /// Larger than in every stamp before. Numbers have gaps.
    public let order: UInt64

    /// A time, and a place at it.
    public init(time: Instant, order: UInt64) {
      self.time = time
      self.order = order
    }
  }

  /// Notes that something happens now: for recordings of several streams that are to be put in one order.
  ///
  /// An advance that lets tasks follow takes it for a sign that they are not at rest yet.
  public func stamp() -> Stamp {
    state.withLock {
      $0.contacts &+= 1
      return Stamp(time: Instant(nanoseconds: $0.time), order: $0.contacts)
    }
  }
}

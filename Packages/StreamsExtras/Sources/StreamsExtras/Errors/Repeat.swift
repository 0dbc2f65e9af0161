extension Publisher {
  /// Subscribes to its upstream again each time it finishes. A failure ends the stream.
  ///
  /// An upstream that finishes immediately without a value repeats in an endless loop, unless there is a `count`.
  ///
  /// Demand: like `flatMap(maxPublishers: .max(1))`. While the demand is limited, it requests one value at a time, up to one
  /// before the subscriber does. A failure drops that value.
  ///
  /// - Parameter count: The maximum number of subscriptions. With 0 it finishes immediately. Traps if it is negative.
  @inlinable public func `repeat`(
    _ count: Int = .max
  ) -> Publishers.FlatMap<Self, Publishers.Sequence<Range<Int>, Failure>> {
    precondition(count >= 0, "repeat(_:): the count must not be negative")
    return Publishers.Sequence<Range<Int>, Failure>(sequence: 0..<count).flatMap(maxPublishers: .max(1)) { _ in self }
  }
}

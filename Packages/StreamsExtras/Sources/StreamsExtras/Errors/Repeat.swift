extension Publisher {
  /// Subscribes to its upstream again each time it finishes. A failure ends the stream.
  ///
  /// An upstream that finishes immediately without a value repeats in an endless loop, unless there is a `count`.
  ///
  /// Demand: forwarded. Unused demand carries over to the next subscription.
  ///
  /// - Parameter count: The maximum number of subscriptions. With 0 it finishes immediately. Traps if it is negative.
  @_alwaysEmitIntoClient public func `repeat`(_ count: Int = .max) -> some Publisher<Output, Failure> {
    require(count >= 0, "repeat(_:): the count must not be negative")
    let upstream = count == 0 ? Empty().eraseToAnyPublisher() : eraseToAnyPublisher()
    return Resubscribing("Repeat", from: upstream) { sequence, completion in
      guard case .finished = completion, sequence.latest < count else { return false }
      sequence.next()
      return true
    }
  }
}

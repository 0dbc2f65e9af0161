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
    let upstream = eraseToAnyPublisher()
    // Created once, because it is an object.
    let subscribe: Resubscription<Output, Failure>.Subscribe = { $0.subscribe(to: upstream) }
    return Resubscribing<Output, Failure>("Repeat", after: .finished) { sequence, completion in
      guard case .finished = completion, sequence.latest < count else { return false }
      sequence.next(subscribe)
      return true
    }
  }
}

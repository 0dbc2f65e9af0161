extension Publisher {
  /// Subscribes to its upstream again each time it finishes. A failure ends the stream.
  ///
  /// An upstream that finishes immediately without a value repeats in an endless loop, unless there is a `count`.
  ///
  /// Demand: forwarded. Unused demand carries over to the next subscription.
  ///
  /// - Parameter count: The maximum number of subscriptions. With 0 it finishes immediately. Traps if it is negative.
  @inlinable public func `repeat`(_ count: Int = .max) -> Publishers.Repeat<Self> {
    require(count >= 0, "repeat(_:): the count must not be negative")
    return .init(upstream: self, count: count)
  }
}

extension Publishers {
  /// The publisher returned by `repeat`.
  public struct Repeat<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let count: Int

    @inlinable init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @inlinable public static var _isCustom: Bool { false }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Repeat", to: subscriber)
      if count == 0 {
        outbox.finish(.finished)
        return outbox.start()
      }
      let upstream = upstream
      let subscribe = { (subscriber: SequentialSubscriber<Output, Failure>) in subscriber.subscribe(to: upstream) }
      // Touched by the upstream only, which is serial.
      var left = count - 1
      let sequence = SequentialSubscription(outbox) { sequence, completion in
        guard case .finished = completion, left > 0 else { return sequence.outbox.finish(completion) }
        left -= 1
        sequence.next(subscribe)
      }
      sequence.start()
      sequence.next(subscribe)
    }
  }
}

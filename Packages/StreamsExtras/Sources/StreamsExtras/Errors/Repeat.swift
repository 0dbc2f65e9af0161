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
  public struct Repeat<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let count: Int

    @inlinable init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let upstream = upstream.eraseToAnyPublisher()
      let subscribe = { (next: Resubscriber<Output, Failure>) in next.subscribe(to: upstream) }
      let count = count
      let sequence = Resubscription<Output, Failure>("Repeat") {
        subscriber.receive($0)
      } onEnd: { sequence, completion in
        guard case .finished = completion, sequence.latest < count else {
          if sequence.stop() { subscriber.receive(completion: completion) }
          return
        }
        sequence.next(subscribe)
      }
      subscriber.receive(subscription: sequence)
      sequence.end(.finished, 0)
    }
  }
}

extension Publisher where Failure == Never {
  /// Turns the events of `materialize` back into values and a completion. The first completion event ends the stream.
  ///
  /// It also finishes when its upstream finishes. Demand: forwarded, so a completion event must be requested like a value.
  @inlinable public func dematerialize<Value, E: Error>() -> Publishers.Dematerialize<Self, Value, E>
  where Output == Event<Value, E> { .init(upstream: self) }
}

extension Publishers {
  /// The publisher returned by `dematerialize`.
  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: Publisher
  where Upstream.Output == Event<Output, Failure>, Upstream.Failure == Never {
    @usableFromInline let upstream: Upstream

    @inlinable init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Dematerialize", to: subscriber)
      let input = Input<Upstream.Output, Never>(
        onValue: { event in
          switch event {
          case .value(let value): return outbox.send(value)
          case .failure(let error): outbox.finish(.failure(error))
          case .finished: outbox.finish(.finished)
          }
          return .none
        },
        onCompletion: { _ in outbox.finish(.finished) })
      outbox.add(input)
      outbox.onDemand { input.request($0) }
      outbox.start()
      input.subscribe(to: upstream)
    }
  }
}

/// A publisher whose subscribers each have an ``Outbox``: what operators with an outbox return.
@usableFromInline struct OutboxPublisher<Output, Failure: Error>: OwnPublisher {
  @usableFromInline let name: StaticString
  @usableFromInline let serve: (Outbox<Output, Failure>) -> Void

  /// - Parameter serve: Called for each subscriber. Sets up its outbox, starts it, and subscribes to the upstreams.
  @inlinable init(_ name: StaticString, _ serve: @escaping (Outbox<Output, Failure>) -> Void) {
    self.name = name
    self.serve = serve
  }

  @inlinable func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    serve(Outbox(name, to: subscriber))
  }
}

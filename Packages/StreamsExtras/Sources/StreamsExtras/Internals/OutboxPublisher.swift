/// A publisher whose subscribers each have an ``Outbox``: what operators with an outbox return.
@usableFromInline struct OutboxPublisher<Output, Failure: Error>: OwnPublisher {
  @_alwaysEmitIntoClient let name: StaticString
  @_alwaysEmitIntoClient let serve: (Outbox<Output, Failure>) -> Void

  /// - Parameter serve: Called for each subscriber. Sets up its outbox, starts it, and subscribes to the upstreams.
  @_alwaysEmitIntoClient init(_ name: StaticString, _ serve: @escaping (Outbox<Output, Failure>) -> Void) {
    self.name = name
    self.serve = serve
  }

  @_alwaysEmitIntoClient func receive(subscriber: some Subscriber<Output, Failure>) {
    serve(Outbox(name, to: subscriber))
  }
}

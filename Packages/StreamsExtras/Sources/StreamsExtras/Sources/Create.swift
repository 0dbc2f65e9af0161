extension AnyPublisher {
  /// A publisher that calls `body` for each subscriber and sends the values that `body` sends.
  ///
  /// Values without demand are buffered, without a limit. The cancellable that `body` returns is cancelled when the
  /// stream ends or the subscriber cancels.
  ///
  /// ```swift
  /// let one = AnyPublisher<Int, Never>.create { subscriber in
  ///   subscriber.send(1)
  ///   subscriber.send(completion: .finished)
  ///   return AnyCancellable {}
  /// }
  /// ```
  @_alwaysEmitIntoClient public static func create(
    _ body: @escaping (Publishers.Create<Output, Failure>.Sender) -> any Cancellable
  ) -> AnyPublisher { Publishers.Create(body).eraseToAnyPublisher() }
}

extension Publishers {
  /// The publisher behind `AnyPublisher.create`, and behind many operators.
  public struct Create<Output, Failure: Error>: OwnPublisher {
    @_alwaysEmitIntoClient let name: StaticString
    @_alwaysEmitIntoClient let serve: (Outbox<Output, Failure>) -> Void

    /// - Parameter serve: Called for each subscriber. Sets up its outbox, starts it, and subscribes to the upstreams.
    @_alwaysEmitIntoClient init(_ name: StaticString, _ serve: @escaping (Outbox<Output, Failure>) -> Void) {
      self.name = name
      self.serve = serve
    }

    /// A publisher that calls `body` for each subscriber. See ``Streams/AnyPublisher/create(_:)``.
    @_alwaysEmitIntoClient public init(_ body: @escaping (Sender) -> any Cancellable) {
      self.init("Create") { outbox in
        outbox.start()
        if outbox.isClosed { return }
        outbox.add(AnyCancellable(body(Sender(outbox))))
      }
    }

    @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Failure>) {
      serve(Outbox(name, to: subscriber))
    }

    /// Receives the values of `body`. You may use it from any thread.
    public struct Sender {
      @_alwaysEmitIntoClient let outbox: Outbox<Output, Failure>
      @_alwaysEmitIntoClient init(_ outbox: Outbox<Output, Failure>) { self.outbox = outbox }

      /// Sends a value, or buffers it until it is requested. Has no effect after the end.
      @_alwaysEmitIntoClient public func send(_ value: Output) { outbox.send(value) }

      /// Ends the stream after the buffered values. Has no effect after the end.
      @_alwaysEmitIntoClient public func send(completion: Subscribers.Completion<Failure>) { outbox.finish(completion) }

      /// The demand not covered by the buffered values. `.none` when the stream is over.
      public var demand: Subscribers.Demand { outbox.unserved }
    }
  }
}

// Sendable because the outbox may be used from any thread, and values are passed on.
extension Publishers.Create.Sender: @unchecked Sendable where Output: Sendable, Failure: Sendable {}

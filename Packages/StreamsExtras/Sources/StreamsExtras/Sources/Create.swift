extension AnyPublisher {
  /// A publisher that calls `body` for each subscriber, and sends what that sends.
  ///
  /// Values that are sent before they are requested are kept, without a limit; `Subscriber.demand` says how many are wanted.
  /// `body` returns what to cancel when the stream is over, whichever way. CombineExt calls it `create`, too.
  ///
  /// ```swift
  /// let one = AnyPublisher<Int, Never>.create { subscriber in
  ///   subscriber.send(1)
  ///   subscriber.send(completion: .finished)
  ///   return AnyCancellable {}
  /// }
  /// ```
  @inlinable public static func create(
    _ body: @escaping (Publishers.Create<Output, Failure>.Subscriber) -> any Cancellable
  ) -> AnyPublisher { Publishers.Create(body).eraseToAnyPublisher() }
}

extension Publishers {
  /// The publisher behind `AnyPublisher.create`.
  public struct Create<Output, Failure: Error>: Publisher {
    @usableFromInline let body: (Subscriber) -> any Cancellable

    /// A publisher that calls `body` for each subscriber. See ``Streams/AnyPublisher/create(_:)``.
    @inlinable public init(_ body: @escaping (Subscriber) -> any Cancellable) { self.body = body }

    @inlinable public func receive<S: Streams.Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Create", to: subscriber)
      outbox.start()
      if outbox.isClosed { return }
      outbox.add(AnyCancellable(body(Subscriber(outbox))))
    }

    /// What `body` sends to. May be used from any thread, also several at once.
    public struct Subscriber {
      @usableFromInline let outbox: Outbox<Output, Failure>
      @inlinable init(_ outbox: Outbox<Output, Failure>) { self.outbox = outbox }

      /// Sends a value, or keeps it until it is requested. Does nothing after the end.
      @inlinable public func send(_ value: Output) { outbox.send(value) }

      /// Ends the stream behind the values that are kept.
      @inlinable public func send(completion: Subscribers.Completion<Failure>) { outbox.finish(completion) }

      /// How many values are requested and neither sent nor kept. `.none` when the stream is over.
      public var demand: Subscribers.Demand { outbox.unserved }
    }
  }
}

// Sendable because the outbox may be used from any thread, and values that are sent are handed over.
extension Publishers.Create.Subscriber: @unchecked Sendable where Output: Sendable, Failure: Sendable {}

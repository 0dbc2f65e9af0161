extension Publisher {
  /// Sends the latest values of this publisher and `other`, whenever one of them changes.
  ///
  /// Sends nothing until both have sent a value. A change without demand updates the latest values, but is not sent
  /// later. Finishes when both have finished, or when one finishes without a value. Fails with the first failure.
  @_transparent @_alwaysEmitIntoClient public func combineLatest<P: Publisher>(_ other: P)
    -> Publishers.CombineLatest<Self, P>
  where Failure == P.Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Sends the result of `transform` for the latest values of both publishers, whenever one of them changes.
  @_transparent @_alwaysEmitIntoClient public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where Failure == P.Failure {
    Publishers.Map(upstream: combineLatest(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// Sends the latest values of two publishers, whenever one of them changes.
  @frozen public struct CombineLatest<A: Publisher, B: Publisher>: OwnPublisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    @_alwaysEmitIntoClient public let a: A
    /// The second publisher.
    @_alwaysEmitIntoClient public var b: B { held.value }
    @_alwaysEmitIntoClient let held: Held<B>

    /// Creates a publisher that combines the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B) {
      self.a = a
      held = Held(b)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let coordinator = CombiningCoordinator<Output, Failure>(downstream, count: 2, keepsLatest: true) {
        ($0.latest(0, A.Output.self), $0.latest(1, B.Output.self))
      }
      coordinator.add(a, at: 0)
      coordinator.add(b, at: 1)
      coordinator.start()
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

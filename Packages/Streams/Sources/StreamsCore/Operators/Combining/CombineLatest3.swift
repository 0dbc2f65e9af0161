extension Publisher {
  /// Sends the latest values of this publisher and two others, whenever one of them changes.
  @_transparent @_alwaysEmitIntoClient public func combineLatest<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q>
  where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Sends the result of `transform` for the latest values of all publishers, whenever one of them changes.
  @_transparent @_alwaysEmitIntoClient public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Map(upstream: combineLatest(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// Sends the latest values of three publishers, whenever one of them changes.
  @frozen public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: OwnPublisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    @_alwaysEmitIntoClient public var a: A { held.value }
    @_alwaysEmitIntoClient let held: Held<A>
    /// The second publisher.
    @_alwaysEmitIntoClient public let b: B
    /// The third publisher.
    @_alwaysEmitIntoClient public let c: C

    /// Creates a publisher that combines the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B, _ c: C) {
      held = Held(a)
      self.b = b
      self.c = c
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let coordinator = CombiningCoordinator<Output, Failure>(downstream, count: 3, keepsLatest: true) {
        (
          $0.latest(0, A.Output.self), $0.latest(1, B.Output.self),
          $0.latest(2, C.Output.self)
        )
      }
      coordinator.add(a, at: 0)
      coordinator.add(b, at: 1)
      coordinator.add(c, at: 2)
      coordinator.start()
    }
  }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

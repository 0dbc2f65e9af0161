extension Publisher {
  /// Sends the latest values of this publisher and three others, whenever one of them changes.
  @_transparent @_alwaysEmitIntoClient public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Sends the result of `transform` for the latest values of all publishers, whenever one of them changes.
  @_transparent @_alwaysEmitIntoClient public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.Map(upstream: combineLatest(publisher1, publisher2, publisher3)) { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// Sends the latest values of four publishers, whenever one of them changes.
  @frozen public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: OwnPublisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    @_alwaysEmitIntoClient public var a: A { held.value }
    @_alwaysEmitIntoClient let held: Held<A>
    /// The second publisher.
    @_alwaysEmitIntoClient public let b: B
    /// The third publisher.
    @_alwaysEmitIntoClient public let c: C
    /// The fourth publisher.
    @_alwaysEmitIntoClient public let d: D

    /// Creates a publisher that combines the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      held = Held(a)
      self.b = b
      self.c = c
      self.d = d
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let coordinator = CombiningCoordinator<Output, Failure>(downstream, count: 4, keepsLatest: true) {
        (
          $0.latest(0, A.Output.self),
          $0.latest(1, B.Output.self),
          $0.latest(2, C.Output.self),
          $0.latest(3, D.Output.self)
        )
      }
      coordinator.add(a, at: 0)
      coordinator.add(b, at: 1)
      coordinator.add(c, at: 2)
      coordinator.add(d, at: 3)
      coordinator.start()
    }
  }
}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

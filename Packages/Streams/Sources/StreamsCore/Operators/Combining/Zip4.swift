extension Publisher {
  /// Sends tuples of one value of this publisher and one of each of three others, in order.
  @_transparent @_alwaysEmitIntoClient public func zip<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// Combines one value of each publisher with `transform`, in order, and sends the results.
  @_transparent @_alwaysEmitIntoClient public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.Map(upstream: zip(publisher1, publisher2, publisher3)) { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// Sends tuples of one value of each of four publishers, in order.
  @frozen public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: OwnPublisher
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

    /// Creates a publisher that zips the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      held = Held(a)
      self.b = b
      self.c = c
      self.d = d
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let coordinator = CombiningCoordinator<Output, Failure>(downstream, count: 4, keepsLatest: false) {
        (
          $0.use(0, A.Output.self), $0.use(1, B.Output.self), $0.use(2, C.Output.self),
          $0.use(3, D.Output.self)
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

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
  /// Pairs the values of this publisher with the values of `other`, in order.
  ///
  /// Unpaired values are kept, without a limit. When a publisher has finished and its last value is paired, the stream
  /// finishes and the other publisher is cancelled. Fails with the first failure.
  @_transparent @_alwaysEmitIntoClient public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where Failure == P.Failure {
    Publishers.Zip(self, other)
  }

  /// Combines one value of each publisher with `transform`, in order, and sends the results.
  @_transparent @_alwaysEmitIntoClient public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where Failure == P.Failure {
    Publishers.Map(upstream: zip(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// Sends tuples of one value of each of two publishers, in order.
  @frozen public struct Zip<A: Publisher, B: Publisher>: OwnPublisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    @_alwaysEmitIntoClient public let a: A
    /// The second publisher.
    @_alwaysEmitIntoClient public var b: B { held.value }
    @_alwaysEmitIntoClient let held: Held<B>

    /// Creates a publisher that zips the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B) {
      self.a = a
      held = Held(b)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let coordinator = CombiningCoordinator<Output, Failure>(downstream, count: 2, keepsLatest: false) {
        ($0.use(0, A.Output.self), $0.use(1, B.Output.self))
      }
      coordinator.add(a, at: 0)
      coordinator.add(b, at: 1)
      coordinator.start()
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

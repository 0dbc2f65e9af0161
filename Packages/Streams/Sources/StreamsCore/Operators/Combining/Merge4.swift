extension Publishers {
  /// Sends the values of four publishers as they arrive. Finishes when all have finished; fails with the first failure.
  @frozen public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: OwnPublisher
  where
    A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D

    /// Creates a publisher that merges the given ones.
    @_transparent public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable @inline(never)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let coordinator = MergeCoordinator<Output, Failure>(subscriber._erased(), count: 4)
      coordinator.start()
      coordinator.add(a)
      coordinator.add(b)
      coordinator.add(c)
      coordinator.add(d)
    }
  }
}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publishers.Merge4 {
  /// Merges one more publisher.
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge5<A, B, C, D, P>
  where D.Failure == P.Failure, D.Output == P.Output {
    Publishers.Merge5(a, b, c, d, other)
  }

  /// Merges two more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge6<A, B, C, D, Z, Y>
  where D.Failure == Z.Failure, D.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output {
    Publishers.Merge6(a, b, c, d, z, y)
  }

  /// Merges three more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
    with z: Z, _ y: Y, _ x: X
  ) -> Publishers.Merge7<A, B, C, D, Z, Y, X>
  where
    D.Failure == Z.Failure, D.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output,
    Y.Failure == X.Failure, Y.Output == X.Output
  {
    Publishers.Merge7(a, b, c, d, z, y, x)
  }

  /// Merges four more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
    with z: Z, _ y: Y, _ x: X, _ w: W
  ) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
  where
    D.Failure == Z.Failure, D.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output,
    Y.Failure == X.Failure, Y.Output == X.Output, X.Failure == W.Failure, X.Output == W.Output
  {
    Publishers.Merge8(a, b, c, d, z, y, x, w)
  }
}

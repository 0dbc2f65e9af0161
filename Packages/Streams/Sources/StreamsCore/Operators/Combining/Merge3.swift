extension Publishers {
  /// Sends the values of three publishers as they arrive. Finishes when all have finished; fails with the first
  /// failure.
  @frozen public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: OwnPublisher
  where A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Creates a publisher that merges the given ones.
    @_transparent public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable @inline(never)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let coordinator = MergeCoordinator<Output, Failure>(subscriber._erased(), count: 3)
      coordinator.start()
      coordinator.add(a)
      coordinator.add(b)
      coordinator.add(c)
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Merge3 {
  /// Merges one more publisher.
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge4<A, B, C, P>
  where C.Failure == P.Failure, C.Output == P.Output {
    Publishers.Merge4(a, b, c, other)
  }

  /// Merges two more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge5<A, B, C, Z, Y>
  where C.Failure == Z.Failure, C.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output {
    Publishers.Merge5(a, b, c, z, y)
  }

  /// Merges three more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
    with z: Z, _ y: Y, _ x: X
  ) -> Publishers.Merge6<A, B, C, Z, Y, X>
  where
    C.Failure == Z.Failure, C.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output,
    Y.Failure == X.Failure, Y.Output == X.Output
  {
    Publishers.Merge6(a, b, c, z, y, x)
  }

  /// Merges four more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
    with z: Z, _ y: Y, _ x: X, _ w: W
  ) -> Publishers.Merge7<A, B, C, Z, Y, X, W>
  where
    C.Failure == Z.Failure, C.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output,
    Y.Failure == X.Failure, Y.Output == X.Output, X.Failure == W.Failure, X.Output == W.Output
  {
    Publishers.Merge7(a, b, c, z, y, x, w)
  }

  /// Merges five more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
    with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
  ) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
  where
    C.Failure == Z.Failure, C.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output,
    Y.Failure == X.Failure, Y.Output == X.Output, X.Failure == W.Failure, X.Output == W.Output,
    W.Failure == V.Failure, W.Output == V.Output
  {
    Publishers.Merge8(a, b, c, z, y, x, w, v)
  }
}

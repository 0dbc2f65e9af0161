extension Publishers {
  /// Sends the values of six publishers as they arrive. Finishes when all have finished; fails with the first failure.
  @frozen
  public struct Merge6<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher
  >: OwnPublisher
  where
    A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output,
    E.Failure == F.Failure, E.Output == F.Output
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
    /// The fifth publisher.
    public let e: E
    /// The sixth publisher.
    public let f: F

    /// Creates a publisher that merges the given ones.
    @_transparent public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    @inlinable @inline(never)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let coordinator = MergeCoordinator<Output, Failure>(subscriber._erased(), count: 6)
      coordinator.start()
      coordinator.add(a)
      coordinator.add(b)
      coordinator.add(c)
      coordinator.add(d)
      coordinator.add(e)
      coordinator.add(f)
    }
  }
}

extension Publishers.Merge6: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable
{}

extension Publishers.Merge6 {
  /// Merges one more publisher.
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge7<A, B, C, D, E, F, P>
  where F.Failure == P.Failure, F.Output == P.Output {
    Publishers.Merge7(a, b, c, d, e, f, other)
  }

  /// Merges two more publishers.
  @inlinable public func merge<Z: Publisher, Y: Publisher>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
  where F.Failure == Z.Failure, F.Output == Z.Output, Z.Failure == Y.Failure, Z.Output == Y.Output {
    Publishers.Merge8(a, b, c, d, e, f, z, y)
  }
}

extension Publishers {
  /// Sends the values of three publishers as they arrive. Finishes when all have finished; fails with the first
  /// failure.
  @frozen
  public struct Merge3<A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>>:
    OwnPublisher
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    @_alwaysEmitIntoClient public var a: A { held.value }
    @_alwaysEmitIntoClient let held: Held<A>
    /// The second publisher.
    @_alwaysEmitIntoClient public let b: B
    /// The third publisher.
    @_alwaysEmitIntoClient public let c: C

    /// Creates a publisher that merges the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B, _ c: C) {
      held = Held(a)
      self.b = b
      self.c = c
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      downstream.merge {
        $0.add(a)
        $0.add(b)
        $0.add(c)
      }
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Merge3 {
  /// Merges one more publisher.
  @_alwaysEmitIntoClient public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge4<A, B, C, P>
  {
    Publishers.Merge4(a, b, c, other)
  }

  /// Merges two more publishers.
  @_alwaysEmitIntoClient public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>>(
    with z: Z, _ y: Y
  )
    -> Publishers.Merge5<A, B, C, Z, Y>
  {
    Publishers.Merge5(a, b, c, z, y)
  }

  /// Merges three more publishers.
  @_alwaysEmitIntoClient
  public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>>(
    with z: Z, _ y: Y, _ x: X
  ) -> Publishers.Merge6<A, B, C, Z, Y, X> {
    Publishers.Merge6(a, b, c, z, y, x)
  }

  /// Merges four more publishers.
  @_alwaysEmitIntoClient
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W) -> Publishers.Merge7<A, B, C, Z, Y, X, W> {
    Publishers.Merge7(a, b, c, z, y, x, w)
  }

  /// Merges five more publishers.
  @_alwaysEmitIntoClient
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>, V: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V> {
    Publishers.Merge8(a, b, c, z, y, x, w, v)
  }
}

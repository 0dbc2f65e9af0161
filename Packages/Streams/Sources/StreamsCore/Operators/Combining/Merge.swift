extension Publisher {
  /// Sends the values of this publisher and `other` as they arrive.
  ///
  /// Finishes when both have finished. Fails with the first failure, and cancels the other publisher. With limited
  /// demand, one value of each publisher is held until it is requested, and the publishers take turns.
  @_transparent @_alwaysEmitIntoClient public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge<Self, P>
  {
    Publishers.Merge(self, other)
  }

  /// Sends the values of this publisher and of two others as they arrive.
  @_transparent @_alwaysEmitIntoClient public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(
    with b: B, _ c: C
  )
    -> Publishers.Merge3<Self, B, C>
  {
    Publishers.Merge3(self, b, c)
  }

  /// Sends the values of this publisher and of three others as they arrive.
  @_transparent @_alwaysEmitIntoClient
  public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>>(
    with b: B, _ c: C, _ d: D
  ) -> Publishers.Merge4<Self, B, C, D> {
    Publishers.Merge4(self, b, c, d)
  }

  /// Sends the values of this publisher and of four others as they arrive.
  @_transparent @_alwaysEmitIntoClient
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E> {
    Publishers.Merge5(self, b, c, d, e)
  }

  /// Sends the values of this publisher and of five others as they arrive.
  @_transparent @_alwaysEmitIntoClient
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<Self, B, C, D, E, F> {
    Publishers.Merge6(self, b, c, d, e, f)
  }

  /// Sends the values of this publisher and of six others as they arrive.
  @_transparent @_alwaysEmitIntoClient
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<Self, B, C, D, E, F, G> {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }

  /// Sends the values of this publisher and of seven others as they arrive.
  @_transparent @_alwaysEmitIntoClient
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
    H: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<Self, B, C, D, E, F, G, H> {
    Publishers.Merge8(self, b, c, d, e, f, g, h)
  }

  /// Sends the values of this publisher and another one of the same type as they arrive.
  @_transparent @_alwaysEmitIntoClient public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany([self, other])
  }
}

extension Publishers {
  /// Sends the values of two publishers as they arrive. Finishes when all have finished; fails with the first failure.
  @frozen public struct Merge<A: Publisher, B: Publisher<A.Output, A.Failure>>: OwnPublisher {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    @_alwaysEmitIntoClient public let a: A
    /// The second publisher.
    @_alwaysEmitIntoClient public var b: B { held.value }
    @_alwaysEmitIntoClient let held: Held<B>

    /// Creates a publisher that merges the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B) {
      self.a = a
      held = Held(b)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      downstream.merge {
        $0.add(a)
        $0.add(b)
      }
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publishers.Merge {
  /// Merges one more publisher.
  @_alwaysEmitIntoClient public func merge<P: Publisher<Output, Failure>>(with other: P) -> Publishers.Merge3<A, B, P> {
    Publishers.Merge3(a, b, other)
  }

  /// Merges two more publishers.
  @_alwaysEmitIntoClient public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>>(
    with z: Z, _ y: Y
  )
    -> Publishers.Merge4<A, B, Z, Y>
  {
    Publishers.Merge4(a, b, z, y)
  }

  /// Merges three more publishers.
  @_alwaysEmitIntoClient
  public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>>(
    with z: Z, _ y: Y, _ x: X
  ) -> Publishers.Merge5<A, B, Z, Y, X> {
    Publishers.Merge5(a, b, z, y, x)
  }

  /// Merges four more publishers.
  @_alwaysEmitIntoClient
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W) -> Publishers.Merge6<A, B, Z, Y, X, W> {
    Publishers.Merge6(a, b, z, y, x, w)
  }

  /// Merges five more publishers.
  @_alwaysEmitIntoClient
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>, V: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V) -> Publishers.Merge7<A, B, Z, Y, X, W, V> {
    Publishers.Merge7(a, b, z, y, x, w, v)
  }

  /// Merges six more publishers.
  @_alwaysEmitIntoClient
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>, V: Publisher<Output, Failure>, U: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U) -> Publishers.Merge8<A, B, Z, Y, X, W, V, U> {
    Publishers.Merge8(a, b, z, y, x, w, v, u)
  }
}

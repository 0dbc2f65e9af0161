extension Publishers {
  /// Sends the values of seven publishers as they arrive. Finishes when all have finished; fails with the first
  /// failure.
  @frozen
  public struct Merge7<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
    G: Publisher<A.Output, A.Failure>
  >: OwnPublisher {
    public typealias Output = A.Output
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
    /// The fifth publisher.
    @_alwaysEmitIntoClient public let e: E
    /// The sixth publisher.
    @_alwaysEmitIntoClient public let f: F
    /// The seventh publisher.
    @_alwaysEmitIntoClient public let g: G

    /// Creates a publisher that merges the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      held = Held(a)
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      downstream.merge {
        $0.add(a)
        $0.add(b)
        $0.add(c)
        $0.add(d)
        $0.add(e)
        $0.add(f)
        $0.add(g)
      }
    }
  }
}

extension Publishers.Merge7: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable
{}

extension Publishers.Merge7 {
  /// Merges one more publisher.
  @_alwaysEmitIntoClient public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge8<A, B, C, D, E, F, G, P>
  {
    Publishers.Merge8(a, b, c, d, e, f, g, other)
  }
}

extension Publishers {
  /// Sends the values of any number of publishers of one type as they arrive. Finishes when all have finished; fails
  /// with the first failure.
  @frozen public struct MergeMany<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers to merge.
    @_alwaysEmitIntoClient public let publishers: [Upstream]

    /// Creates a publisher that merges the given ones.
    @_transparent @_alwaysEmitIntoClient public init(_ upstream: Upstream...) { publishers = upstream }

    /// Creates a publisher that merges the publishers of a sequence. If the sequence is empty, it finishes immediately.
    @_alwaysEmitIntoClient public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element {
      publishers = Array(upstream)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      downstream.merge { for publisher in publishers { $0.add(publisher) } }
    }

    /// Merges one more publisher of the same type.
    @_alwaysEmitIntoClient public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      Publishers.MergeMany(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Subscriber {
  /// Receives the values of the publishers that `body` adds, as they arrive.
  @_alwaysEmitIntoClient @inline(__always) func merge(_ body: (Flattening<Never, Input, Failure>) -> Void) {
    let flattening = Flattening<Never, Input, Failure>(_erased(), name: "Merge", isMerging: true) { _, _ in }
    flattening.downstream.receive(subscription: flattening)
    body(flattening)
    flattening.upstreamEnded(.finished)
  }
}

extension Flattening where Input == Never {
  /// Starts one of the publishers of `merge`.
  @_alwaysEmitIntoClient @inline(__always) func add(_ publisher: some Publisher<Output, Failure>) {
    start { publisher._attach(node: $0) }
  }
}

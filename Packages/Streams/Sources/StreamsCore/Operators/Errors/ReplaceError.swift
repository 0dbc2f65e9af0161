extension Publisher {
  /// Sends `output`, on demand, and finishes when the upstream fails.
  @_transparent @_alwaysEmitIntoClient public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// Sends a given value, on demand, and finishes when the upstream fails.
  @frozen public struct ReplaceError<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The value to send instead of the error.
    @_alwaysEmitIntoClient public var output: Output { held.value }
    @_alwaysEmitIntoClient let held: Held<Output>

    /// Creates the publisher that `replaceError(with:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      held = Held(output)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let output = output
      SequentialSubscription<Output, Failure>(downstream, name: "ReplaceError").start(with: upstream) {
        _, owner, completion in
        guard case .failure = completion else { return owner.finish() }
        owner.goOn { Just(output)._attach(node: SequentialSubscriber(last: $0)) }
      }
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

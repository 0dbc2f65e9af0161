extension Publisher {
  /// Sends `output`, on demand, if the upstream finishes without a value.
  @_transparent @_alwaysEmitIntoClient public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// Sends a given value, on demand, if the upstream finishes without a value.
  @frozen public struct ReplaceEmpty<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The value to send if there is none.
    @_alwaysEmitIntoClient public var output: Output { held.value }
    @_alwaysEmitIntoClient let held: Held<Output>

    /// Creates the publisher that `replaceEmpty(with:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      held = Held(output)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let output = output
      SequentialSubscription<Output, Failure>(downstream, name: "ReplaceEmpty").start(with: upstream) {
        former, owner, completion in
        guard case .finished = completion, !former.hasSent else { return owner.end(completion) }
        owner.goOn {
          Just(output)._attach(
            node: SequentialSubscriber<Output, Never, Failure>($0) { _, owner, _ in owner.finish() })
        }
      }
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

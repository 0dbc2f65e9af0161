extension Publisher where Failure == Never {
  /// Changes the type of the error of a stream that cannot fail, for operators that require several streams with the
  /// same type of error.
  @_transparent @_alwaysEmitIntoClient public func setFailureType<E: Error>(to failureType: E.Type)
    -> Publishers.SetFailureType<Self, E>
  {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers {
  /// Sends the values of a stream that cannot fail, with another type of error.
  @frozen public struct SetFailureType<Upstream: Publisher, Failure: Error>: StatelessPublisher
  where Upstream.Failure == Never {
    public typealias Output = Upstream.Output

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `setFailureType(to:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @_alwaysEmitIntoClient var stage: SetFailureTypeStage<Output, Failure> { .init() }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publishers.SetFailureType {
  /// Changes the type of the error again.
  @_alwaysEmitIntoClient public func setFailureType<E: Error>(to failure: E.Type)
    -> Publishers.SetFailureType<Upstream, E>
  {
    Publishers.SetFailureType(upstream: upstream)
  }
}

@frozen @usableFromInline struct SetFailureTypeStage<Input, Failure: Error>: StatelessStage {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Never

  @_alwaysEmitIntoClient @inline(__always) init() {}

  @_alwaysEmitIntoClient var name: StaticString { "SetFailureType" }

  @_alwaysEmitIntoClient func end<D: Subscriber>(_ completion: Subscribers.Completion<Never>, _ downstream: D)
  where D.Failure == Failure { downstream.receive(completion: .finished) }
}

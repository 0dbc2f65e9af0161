extension Publisher {
  /// Combines all values with `nextPartialResult`, starting with `initialResult`. Sends the result, on demand, when the
  /// upstream has finished.
  @_transparent @_alwaysEmitIntoClient public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Combines all values with `nextPartialResult`, starting with `initialResult`. Sends the result, on demand, when the
  /// upstream has finished. Fails with the error that `nextPartialResult` throws.
  @_transparent @_alwaysEmitIntoClient public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Sends the result of combining all upstream values with a closure. Requests unlimited values.
  @frozen public struct Reduce<Upstream: Publisher, Output>: OwnPublisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The result if there is no value.
    @_alwaysEmitIntoClient public let initial: Output
    /// Combines the result so far with a value.
    @_alwaysEmitIntoClient public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Creates the publisher that `reduce(_:_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(ReduceStage("Reduce", initial, nextPartialResult), node)
    }
  }

  /// Sends the result of combining all upstream values with a closure, or fails with the error that it throws. Requests
  /// unlimited values.
  @frozen public struct TryReduce<Upstream: Publisher, Output>: OwnPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The result if there is no value.
    @_alwaysEmitIntoClient public let initial: Output
    /// Combines the result so far with a value.
    @_alwaysEmitIntoClient public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates the publisher that `tryReduce(_:_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(ReduceStage("TryReduce", initial, nextPartialResult), node)
    }
  }
}

@frozen @usableFromInline struct ReduceStage<Input, Output>: ReducingStage {
  @usableFromInline typealias State = Output
  @_alwaysEmitIntoClient let name: StaticString
  @_alwaysEmitIntoClient let next: (Output, Input) throws -> Output
  @_alwaysEmitIntoClient let held: Held<Output>
  @_alwaysEmitIntoClient var initialState: Output { held.value }

  @_alwaysEmitIntoClient init(_ name: StaticString, _ first: Output, _ next: @escaping (Output, Input) throws -> Output)
  {
    self.name = name
    self.next = next
    held = Held(first)
  }

  @usableFromInline var initial: Any? { initialState }
  @_alwaysEmitIntoClient func result(of state: Output) -> Output? { state }

  @_alwaysEmitIntoClient @inline(__always) func step(_ input: Input, in host: some StageHost<Output>) throws -> Bool {
    _ = try host.advance(by: next, with: input)
    return false
  }
}

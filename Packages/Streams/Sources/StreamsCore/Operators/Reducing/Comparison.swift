extension Publisher where Output: Comparable {
  /// Sends the least value, on demand, when the upstream has finished. Sends nothing if there is no value.
  @_transparent @_alwaysEmitIntoClient public func min() -> Publishers.Comparison<Self> { min(by: <) }

  /// Sends the greatest value, on demand, when the upstream has finished. Sends nothing if there is no value.
  @_transparent @_alwaysEmitIntoClient public func max() -> Publishers.Comparison<Self> { max(by: <) }
}

extension Publisher {
  /// Sends the least value in the given order, on demand, when the upstream has finished. Of equal values, sends the
  /// first.
  @_transparent @_alwaysEmitIntoClient public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }

  /// Sends the greatest value in the given order, on demand, when the upstream has finished. Of equal values, sends the
  /// first.
  @_transparent @_alwaysEmitIntoClient public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Like ``min(by:)``, but fails with the error that `areInIncreasingOrder` throws.
  @_transparent @_alwaysEmitIntoClient public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }

  /// Like ``max(by:)``, but fails with the error that `areInIncreasingOrder` throws.
  @_transparent @_alwaysEmitIntoClient public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// Sends the greatest upstream value in a given order. Requests unlimited values and stores one.
  @frozen public struct Comparison<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns whether the second value is greater than the first.
    @_alwaysEmitIntoClient public let areInIncreasingOrder: (Output, Output) -> Bool

    /// Creates the publisher that `max(by:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(ComparisonStage("Comparison", areInIncreasingOrder), node)
    }
  }

  /// Sends the greatest upstream value in a given order, or fails with the error that the closure throws. Requests
  /// unlimited values and stores one.
  @frozen public struct TryComparison<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns whether the second value is greater than the first.
    @_alwaysEmitIntoClient public let areInIncreasingOrder: (Output, Output) throws -> Bool

    /// Creates the publisher that `tryMax(by:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(ComparisonStage("TryComparison", areInIncreasingOrder), node)
    }
  }
}

@frozen @usableFromInline struct ComparisonStage<Input>: ReducingStage {
  /// The greatest value so far.
  @usableFromInline typealias State = Input?
  @_alwaysEmitIntoClient let areInIncreasingOrder: (Input, Input) throws -> Bool
  @_alwaysEmitIntoClient let name: StaticString

  @_alwaysEmitIntoClient init(_ name: StaticString, _ areInIncreasingOrder: @escaping (Input, Input) throws -> Bool) {
    self.name = name
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @_alwaysEmitIntoClient var initialState: Input? { nil }
  @_alwaysEmitIntoClient func result(of state: Input?) -> Input? { state }

  @_alwaysEmitIntoClient @inline(__always) func step(_ input: Input, in host: some StageHost<Input?>) throws -> Bool {
    if let greatest = host.state, try !areInIncreasingOrder(greatest, input) { return false }
    host.replaceState(with: input)
    return false
  }
}

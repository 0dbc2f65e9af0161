extension Publisher {
  /// Sends the values for which `isIncluded` is true.
  @_transparent @_alwaysEmitIntoClient public func filter(_ isIncluded: @escaping (Output) -> Bool)
    -> Publishers.Filter<Self>
  {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }

  /// Sends the values for which `isIncluded` is true, or fails with the error that it throws.
  @_transparent @_alwaysEmitIntoClient public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// Sends the upstream values for which a closure is true. Requests another value for each dropped one.
  @frozen public struct Filter<Upstream: Publisher>: StatelessPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Whether a value is sent.
    @_alwaysEmitIntoClient public let isIncluded: (Output) -> Bool

    /// Creates the publisher that `filter(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @_alwaysEmitIntoClient var stage: FilterStage<Output, Failure> { .init(isIncluded: isIncluded) }
  }

  /// Sends the upstream values for which a closure is true, or fails with the error that it throws.
  @frozen public struct TryFilter<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Whether a value is sent.
    @_alwaysEmitIntoClient public let isIncluded: (Output) throws -> Bool

    /// Creates the publisher that `tryFilter(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, isIncluded: @escaping (Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(TryFilterStage("TryFilter", isIncluded), node)
    }
  }
}

extension Publishers.Filter {
  /// Sends the values for which `isIncluded` is also true. Two filters in a row are merged into one.
  @_alwaysEmitIntoClient public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Self {
    let first = self.isIncluded
    return Self(upstream: upstream) { first($0) && isIncluded($0) }
  }

  /// Sends the values for which `isIncluded` is also true, or fails with the error that it throws. A `filter` before a
  /// `tryFilter` is merged into it.
  @_alwaysEmitIntoClient public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@frozen @usableFromInline struct FilterStage<Input, Failure: Error>: StatelessStage {
  @_alwaysEmitIntoClient let isIncluded: (Input) -> Bool

  @_alwaysEmitIntoClient @inline(__always) init(isIncluded: @escaping (Input) -> Bool) { self.isIncluded = isIncluded }

  @_alwaysEmitIntoClient var name: StaticString { "Filter" }

  @_alwaysEmitIntoClient @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Input {
    isIncluded(input) ? downstream.receive(input) : .max(1)
  }
}

extension Publishers.TryFilter {
  /// Sends the values for which `isIncluded` is also true. A `filter` after a `tryFilter` is merged into it.
  @_alwaysEmitIntoClient public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Self {
    let first = self.isIncluded
    return Self(upstream: upstream) { try first($0) && isIncluded($0) }
  }

  /// Sends the values for which `isIncluded` is also true, or fails with the error that it throws. Two `tryFilter`s in
  /// a row are merged into one.
  @_alwaysEmitIntoClient public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Self {
    let first = self.isIncluded
    return Self(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

/// The stage of `tryFilter` and `prefix(while:)`.
@frozen @usableFromInline struct TryFilterStage<Input>: FilteringStage {
  @_alwaysEmitIntoClient let name: StaticString
  /// Whether the first value that is not included ends the stream.
  @_alwaysEmitIntoClient let isPrefix: Bool
  @_alwaysEmitIntoClient let isIncluded: (Input) throws -> Bool

  @_alwaysEmitIntoClient
  init(_ name: StaticString, isPrefix: Bool = false, _ isIncluded: @escaping (Input) throws -> Bool) {
    self.name = name
    self.isPrefix = isPrefix
    self.isIncluded = isIncluded
  }

  @_alwaysEmitIntoClient @inline(__always)
  func step(_ input: Input, in host: some StageHost<Void>) throws -> FilteringStep<Input> {
    try isIncluded(input) ? .emit(input) : isPrefix ? .finish : .skip
  }
}

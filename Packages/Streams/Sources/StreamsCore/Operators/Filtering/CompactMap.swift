extension Publisher {
  /// Sends the result of `transform` for each value, unless it is nil.
  @_transparent public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Sends the result of a closure for each upstream value, unless it is nil.
  @frozen public struct CompactMap<Upstream: Publisher, Output>: StatelessPublisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns the value to send; nil drops it.
    public let transform: (Upstream.Output) -> Output?

    /// Creates the publisher that `compactMap(_:)` returns.
    @_transparent public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable var stage: CompactMapStage<Upstream.Output, Output, Failure> { .init(transform: transform) }
  }
}

extension Publishers.CompactMap {
  /// Sends the result of `transform` for each value. A `map` after a `compactMap` is merged into it.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
  }

  /// Sends the result of `transform` for each value, unless it is nil. Two `compactMap`s in a row are merged into one.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
  }
}

@frozen @usableFromInline struct CompactMapStage<Input, Output, Failure: Error>: StatelessStage {
  @usableFromInline let transform: (Input) -> Output?

  @inlinable @inline(__always) init(transform: consuming @escaping (Input) -> Output?) {
    self.transform = consume transform
  }

  @usableFromInline var name: StaticString { "CompactMap" }

  @inlinable @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    if let output = transform(input) { downstream.receive(output) } else { .max(1) }
  }
}

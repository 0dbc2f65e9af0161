extension Publisher {
  /// Sends the values for which `isIncluded` is true.
  @_transparent @_alwaysEmitIntoClient public func filter(_ isIncluded: @escaping (Output) -> Bool)
    -> Publishers.Filter<Self>
  {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
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
}

extension Publishers.Filter {
  /// Sends the values for which `isIncluded` is also true. Two filters in a row are merged into one.
  @_alwaysEmitIntoClient public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
    let first = self.isIncluded
    return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
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

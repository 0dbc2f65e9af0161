extension Publisher {
  /// Sends the property at a key path of each value.
  @_transparent @_alwaysEmitIntoClient public func map<T>(_ keyPath: KeyPath<Output, T>)
    -> Publishers.MapKeyPath<Self, T>
  {
    Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
  }

  /// Sends the properties at two key paths of each value, as a tuple.
  @_transparent @_alwaysEmitIntoClient public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }

  /// Sends the properties at three key paths of each value, as a tuple.
  @_transparent @_alwaysEmitIntoClient public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  /// Sends the property at a key path of each upstream value.
  @frozen public struct MapKeyPath<Upstream: Publisher, Output>: StatelessPublisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The key path.
    @_alwaysEmitIntoClient public let keyPath: KeyPath<Upstream.Output, Output>

    @_alwaysEmitIntoClient init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.upstream = upstream
      self.keyPath = keyPath
    }

    @_alwaysEmitIntoClient var stage: KeyPathStage<Upstream.Output, Output, Failure> {
      .init("ValueForKey", ["keyPath"], [keyPath]) { [keyPath] in $0[keyPath: keyPath] }
    }
  }

  /// Sends the properties at two key paths of each upstream value.
  @frozen public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: StatelessPublisher {
    public typealias Output = (Output0, Output1)
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The first key path.
    @_alwaysEmitIntoClient public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The second key path.
    @_alwaysEmitIntoClient public let keyPath1: KeyPath<Upstream.Output, Output1>

    @_alwaysEmitIntoClient init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }

    @_alwaysEmitIntoClient var stage: KeyPathStage<Upstream.Output, Output, Failure> {
      .init("ValueForKeys", ["keyPath0", "keyPath1"], [keyPath0, keyPath1]) { [keyPath0, keyPath1] in
        ($0[keyPath: keyPath0], $0[keyPath: keyPath1])
      }
    }
  }

  /// Sends the properties at three key paths of each upstream value.
  @frozen public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: StatelessPublisher {
    public typealias Output = (Output0, Output1, Output2)
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The first key path.
    @_alwaysEmitIntoClient public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The second key path.
    @_alwaysEmitIntoClient public let keyPath1: KeyPath<Upstream.Output, Output1>
    /// The third key path.
    @_alwaysEmitIntoClient public let keyPath2: KeyPath<Upstream.Output, Output2>

    @_alwaysEmitIntoClient init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>,
      keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
      self.keyPath2 = keyPath2
    }

    @_alwaysEmitIntoClient var stage: KeyPathStage<Upstream.Output, Output, Failure> {
      .init("ValueForKeys", ["keyPath0", "keyPath1", "keyPath2"], [keyPath0, keyPath1, keyPath2]) {
        [keyPath0, keyPath1, keyPath2] in
        ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
      }
    }
  }
}

@frozen @usableFromInline struct KeyPathStage<Input, Output, Failure: Error>: StatelessStage {
  @_alwaysEmitIntoClient let name: StaticString
  @_alwaysEmitIntoClient let labels: [StaticString]
  @_alwaysEmitIntoClient let keyPaths: [Any]
  @_alwaysEmitIntoClient let transform: (Input) -> Output

  @_alwaysEmitIntoClient init(
    _ name: StaticString, _ labels: [StaticString], _ keyPaths: [Any], _ transform: @escaping (Input) -> Output
  ) {
    self.name = name
    self.labels = labels
    self.keyPaths = keyPaths
    self.transform = transform
  }

  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    keyPaths
  }

  @_alwaysEmitIntoClient @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    downstream.receive(transform(input))
  }
}

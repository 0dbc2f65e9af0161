extension Publisher {
  /// Calls `nextPartialResult` with the previous result (first `initialResult`) and each value, and sends the results.
  @_transparent @_alwaysEmitIntoClient public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Calls `nextPartialResult` with the previous result (first `initialResult`) and each value, and sends the results.
  /// Fails with the error that `nextPartialResult` throws.
  @_transparent @_alwaysEmitIntoClient public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Calls a closure with the previous result and each upstream value, and sends the results.
  @frozen public struct Scan<Upstream: Publisher, Output>: OwnPublisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The result before the first value.
    @_alwaysEmitIntoClient public var initialResult: Output { held.value }
    @_alwaysEmitIntoClient let held: Held<Output>
    /// Returns the next result.
    @_alwaysEmitIntoClient public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Creates the publisher that `scan(_:_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      held = Held(initialResult)
      self.nextPartialResult = nextPartialResult
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(node: ScanSubscriber(initialResult, nextPartialResult, downstream))
    }
  }

  /// Calls a closure with the previous result and each upstream value, and sends the results, or fails with the error
  /// that it throws.
  @frozen public struct TryScan<Upstream: Publisher, Output>: OwnPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The result before the first value.
    @_alwaysEmitIntoClient public var initialResult: Output { held.value }
    @_alwaysEmitIntoClient let held: Held<Output>
    /// Returns the next result.
    @_alwaysEmitIntoClient public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates the publisher that `tryScan(_:_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      held = Held(initialResult)
      self.nextPartialResult = nextPartialResult
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(TryScanStage(initialResult, nextPartialResult), node)
    }
  }
}

/// Keeps the result. Forwards the upstream's subscription without keeping it. The result belongs to the delivery of
/// values, which is serial, so there is no lock and no atomic.
@usableFromInline
final class ScanSubscriber<Input, Output, Failure: Error>: _ErasedSubscriber<Input, Failure>, StageHost {
  @_alwaysEmitIntoClient let next: (Output, Input) -> Output
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<Output, Failure>
  @_alwaysEmitIntoClient @exclusivity(unchecked) var state: Output

  @_alwaysEmitIntoClient init(
    _ first: Output, _ next: @escaping (Output, Input) -> Output, _ downstream: _ErasedSubscriber<Output, Failure>
  ) {
    self.next = next
    state = first
    self.downstream = downstream
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.downstream.receive(me.advance(by: me.next, with: $1))
    }
  }

  override func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }

  override func hold(_ gate: Gate) { downstream.hold(gate) }
  override var description: String { "Scan" }
  override var customMirror: Mirror {
    Mirror(self, children: ["downstream": downstream, "result": state], ancestorRepresentation: .suppressed)
  }
}

@frozen @usableFromInline struct TryScanStage<Input, Output>: FilteringStage {
  @usableFromInline typealias State = Output
  @_alwaysEmitIntoClient let next: (Output, Input) throws -> Output
  @_alwaysEmitIntoClient let held: Held<Output>
  @_alwaysEmitIntoClient var initialState: Output { held.value }

  @_alwaysEmitIntoClient init(_ first: Output, _ next: @escaping (Output, Input) throws -> Output) {
    self.next = next
    held = Held(first)
  }

  @_alwaysEmitIntoClient var name: StaticString { "TryScan" }
  @_alwaysEmitIntoClient @inline(__always) static var needsNoSubscription: Bool { true }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["downstream", "status", "result"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Output) -> [Any] {
    [downstream, status, state]
  }

  @_alwaysEmitIntoClient @inline(__always)
  func step(_ input: Input, in host: some StageHost<Output>) throws -> FilteringStep<Output> {
    .emit(try host.advance(by: next, with: input))
  }
}

import Synchronization

extension Publisher {
  /// Subscribes, requests and cancels on `scheduler`, each with a separate action. Values arrive on the upstream's
  /// thread. After a cancellation, the subscriber is released when the scheduler has cancelled the upstream.
  ///
  /// - Parameters:
  ///   - scheduler: the scheduler for these calls.
  ///   - options: options for each action.
  @_transparent @_alwaysEmitIntoClient public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Subscribes to the upstream, requests and cancels on a scheduler.
  @frozen public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The scheduler for these calls.
    @_alwaysEmitIntoClient public var scheduler: Context { held.value }
    @_alwaysEmitIntoClient let held: Held<Context>
    /// Options for each action.
    @_alwaysEmitIntoClient public let options: Context.SchedulerOptions?

    /// Creates the publisher that `subscribe(on:options:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      held = Held(scheduler)
      self.options = options
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let node = SubscribeOnSubscriber(scheduler, options, downstream)
      let upstream = upstream
      node.schedule { upstream._attach(node: node) }
    }
  }
}

@usableFromInline
final class SubscribeOnSubscriber<Context: Scheduler, Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  /// Whether the downstream has cancelled. The cancellation of the upstream is then scheduled.
  @_alwaysEmitIntoClient let isCancelled = Atomic<Bool>(false)
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<Output, Failure>
  @_alwaysEmitIntoClient let scheduler: Context
  @_alwaysEmitIntoClient let options: Context.SchedulerOptions?

  @_alwaysEmitIntoClient init(
    _ scheduler: Context, _ options: Context.SchedulerOptions?, _ downstream: _ErasedSubscriber<Output, Failure>
  ) {
    self.scheduler = scheduler
    self.options = options
    self.downstream = downstream
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      guard me.isLive(), !me.isCancelled.load(ordering: .relaxed) else { return .none }
      return me.downstream.receive($1)
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { downstream.receive(subscription: self) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish(), !isCancelled.load(ordering: .relaxed) else { return }
    downstream.receive(completion: completion)
  }

  @inlinable override func request(_ demand: Subscribers.Demand) {
    if upstreamIsOver() || isCancelled.load(ordering: .relaxed) { return }
    schedule { self.relay(demand) }
  }

  @inlinable override func cancel() {
    if upstreamIsOver() || isCancelled.exchange(true, ordering: .acquiringAndReleasing) { return }
    schedule { _ = self.finishAndCancel() }
  }

  @_alwaysEmitIntoClient func schedule(_ action: @escaping () -> Void) {
    scheduler._schedule(once: nil, every: nil, tolerance: nil, options: options, action) { _ in }
  }

  override var description: String { "SubscribeOn" }
}

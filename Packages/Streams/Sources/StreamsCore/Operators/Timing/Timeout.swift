import Synchronization

extension Publisher {
  /// Finishes the stream if no value arrives for `interval`, or fails with the error that `customError` returns.
  ///
  /// The subscription, the first request and each value restart the time. The scheduler delivers values and the
  /// upstream's completion, each with a separate action.
  ///
  /// - Parameters:
  ///   - interval: how long to wait for a value. With 0 or less, the stream ends as soon as the scheduler runs.
  ///   - scheduler: measures the time and delivers the events.
  ///   - options: options for each action.
  ///   - customError: returns the error to fail with; nil to finish.
  @_transparent @_alwaysEmitIntoClient public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// Ends the stream if the upstream sends no value for a time.
  @frozen public struct Timeout<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// How long to wait for a value.
    @_alwaysEmitIntoClient public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and delivers the values.
    @_alwaysEmitIntoClient public var scheduler: Context { held.value }
    @_alwaysEmitIntoClient let held: Held<Context>
    /// Options for each action.
    @_alwaysEmitIntoClient public let options: Context.SchedulerOptions?
    /// Returns the error to fail with; nil to finish.
    @_alwaysEmitIntoClient public let customError: (() -> Upstream.Failure)?

    /// Creates the publisher that `timeout(_:scheduler:options:customError:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      held = Held(scheduler)
      self.options = options
      self.customError = customError
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(
        node: TimeoutSubscriber(RestartableTimer(interval, scheduler, options), customError, downstream))
    }
  }
}

@usableFromInline
final class TimeoutSubscriber<Context: Scheduler, Output, Failure: Error>: ScheduledDelivery<Output, Output, Failure> {
  @_alwaysEmitIntoClient let timer: RestartableTimer<Context, Void>
  /// Owned by the thread that ends the stream.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var customError: (() -> Failure)?
  @_alwaysEmitIntoClient let hasRequest = Atomic<Bool>(false)

  @_alwaysEmitIntoClient init(
    _ timer: RestartableTimer<Context, Void>, _ customError: (() -> Failure)?,
    _ downstream: _ErasedSubscriber<Output, Failure>
  ) {
    self.timer = timer
    self.customError = customError
    super.init(downstream) {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      guard me.isLive() else { return .none }
      me.restart()
      me.enqueue($1)
      me.scheduleDelivery(on: me.timer.scheduler, options: me.timer.options)
      return .none
    }
  }

  override func begin() { if !hasRequest.load(ordering: .acquiring) { restart() } }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    customError = nil
    timer.stop()
    enqueue(completion)
    scheduleDelivery(on: timer.scheduler, options: timer.options)
  }

  @_alwaysEmitIntoClient func restart() {
    if !isLive() { return }
    _ = timer.restart((), keep: { _ in }) { self.expire() }
    if !isLive() { timer.stop() }
  }

  @_alwaysEmitIntoClient func expire() {
    guard finishAndCancel() else { return }
    enqueue(customError.map { .failure($0()) } ?? .finished)
    deliver()
  }

  @inlinable override func request(_ more: Subscribers.Demand) {
    if !hasRequest.load(ordering: .relaxed), !hasRequest.exchange(true, ordering: .acquiringAndReleasing) { restart() }
    relay(more)
  }

  @usableFromInline override func cancel() {
    if finishAndCancel() { customError = nil }
    super.cancel()
  }

  override func stop() { timer.stop() }

  override var description: String { "Timeout" }
}

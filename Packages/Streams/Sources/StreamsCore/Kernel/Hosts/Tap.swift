import Synchronization

/// An operator that only observes. Hosted by ``Tap``. Each function is called before the event is forwarded.
@usableFromInline protocol TapStage {
  associatedtype Input
  associatedtype Failure: Error
  /// The description.
  var name: StaticString { get }
  func subscribed(_ subscription: any Subscription)
  func received(_ input: Input)
  /// Called with the demand returned for a value, unless it is `.none`.
  func returned(_ demand: Subscribers.Demand)
  func ended(_ completion: Subscribers.Completion<Failure>)
  func requested(_ demand: Subscribers.Demand)
  /// Called once, unless the stream has ended before.
  func cancelled()
  /// Prints requests and cancellations after the end, and further cancellations.
  var printer: Printer? { get }
}

extension TapStage {
  @usableFromInline var printer: Printer? { nil }
}

/// Hosts an operator that observes the events in both directions.
@usableFromInline final class Tap<S: TapStage, D: Subscriber>: OperatorSubscriber<S.Input, S.Failure>, HostSubscription
where D.Input == S.Input, D.Failure == S.Failure {
  @usableFromInline let hasCancelled = Atomic<Bool>(false)
  @usableFromInline let stage: S
  @usableFromInline let downstream: D

  @inlinable init(_ stage: consuming S, _ downstream: consuming D) {
    self.stage = consume stage
    self.downstream = consume downstream
    super.init { node, value in
      Unmanaged<Tap>.fromOpaque(Unmanaged.passUnretained(node).toOpaque())._withUnsafeGuaranteedRef { me in
        guard me.isListening else { return .none }
        me.stage.received(value)
        guard me.isListening else { return .none }
        let more = me.downstream.receive(value)
        if more != .none { me.stage.returned(more) }
        return more
      }
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    stage.subscribed(subscription.ungated)
    downstream.receive(subscription: self)
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isListening else { return }
    stage.ended(completion)
    if finish() { downstream.receive(completion: completion) }
  }

  /// Also false during the cancellation. True for upstreams that never send a subscription.
  @inlinable @inline(__always) var isListening: Bool { !isOver() && !hasCancelled.load(ordering: .relaxed) }

  @usableFromInline var printer: Printer? { stage.printer }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if isOver() {
      printer?.requested(demand)
      return
    }
    stage.requested(demand)
    relay(demand)
  }

  override var asHost: (any HostSubscription)? { self }
  @usableFromInline func cancel() {
    if isOver() || hasCancelled.exchange(true, ordering: .acquiringAndReleasing) {
      printer?.cancelled()
      return
    }
    stage.cancelled()
    _ = finishAndCancel()
  }

  override var description: String { stage.name.description }
}

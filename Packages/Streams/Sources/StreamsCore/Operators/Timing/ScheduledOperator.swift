/// The scheduling of a ``ScheduledOperator``.
@usableFromInline protocol ScheduledStage {
  var name: String { get }
  /// Schedules an action. Returns an object that removes it, if the scheduler can.
  func schedule(_ action: @escaping () -> Void) -> (any Cancellable)?
}

/// Hosts an operator whose scheduler delivers each value and the completion, with one action each.
///
/// All demand is requested from the upstream, including the demand that the downstream returns for a value.
@usableFromInline
final class ScheduledOperator<D: Subscriber, Stage: ScheduledStage>: ScheduledDelivery<D.Input, D>, HostSubscription {
  @usableFromInline let stage: Stage

  @inlinable init(_ stage: consuming Stage, _ downstream: D) {
    self.stage = consume stage
    super.init(downstream) { node, value in
      Unmanaged<ScheduledOperator>.fromOpaque(Unmanaged.passUnretained(node).toOpaque())._withUnsafeGuaranteedRef {
        me in
        if me.isLive() {
          me.enqueue(value)
          me.schedule()
        }
        return .none
      }
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { downstream?.receive(subscription: self) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    enqueue(completion)
    schedule()
  }

  @inlinable @inline(__always) func schedule() {
    keep(
      stage.schedule {
        self.actionBegins()
        self.deliver()
      })
  }

  @inlinable func deliver() { deliver(unless: { false }, more: { relay($0) }) }

  @usableFromInline func request(_ demand: Subscribers.Demand) { relay(demand) }
  override var asHost: (any HostSubscription)? { self }
  @usableFromInline func cancel() { close() }

  override var description: String { stage.name }
}

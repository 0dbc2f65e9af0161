/// Waits for one value of the other publisher of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`.
@usableFromInline final class UntilTrigger<Input, Failure: Error>: _OperatorSubscriber<Input, Failure>, Cancellable {
  /// Either closure is called once, or neither if it is cancelled before; they live as long as it does.
  @inlinable init(
    name: StaticString, onOutput: @escaping () -> Void,
    onEnd: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.name = name
    super.init(
      onSubscription: { if _unsafeUncheckedDowncast($0, to: Self.self).accept($1) { $1.request(.max(1)) } },
      onValue: { node, _ in
        let me = _unsafeUncheckedDowncast(node, to: Self.self)
        if me.isLive, me.finishAndCancel() { onOutput() }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive, me.finish() { onEnd($1) }
      })
  }

  @usableFromInline let name: StaticString
  @usableFromInline func cancel() { _ = finishAndCancel() }
  override var description: String { name.description }
}

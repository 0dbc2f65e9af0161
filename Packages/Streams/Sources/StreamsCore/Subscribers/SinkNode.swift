/// What ``Publisher/sink(receiveCompletion:receiveValue:)`` attaches. Its closures are constant, so a value costs no
/// lock and no reference count; they die with it, when the upstream and the ``AnyCancellable`` have let go.
@usableFromInline final class SinkNode<Input, Failure: Error>: _Holder<Input, Failure>, SinkHandle {
  @usableFromInline let value: (Input) -> Void
  @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void
  private let handle = SinkReturn()

  @inlinable init(
    _ completion: @escaping (Subscribers.Completion<Failure>) -> Void, _ value: @escaping (Input) -> Void
  ) {
    self.value = value
    self.completion = completion
    super.init(
      onSubscription: { if cast($0, to: Self.self).accept($1) { $1.request(.unlimited) } },
      onValue: {
        let me = cast($0, to: Self.self)
        if !me.isOver { me.value($1) }
        return .none
      },
      onCompletion: {
        let me = cast($0, to: Self.self)
        if me.finish() {
          me.completion($1)
          me.letGo()
        }
      })
  }

  @usableFromInline func cancel() { _ = finishAndCancel() }

  @usableFromInline func attach(_ cancellable: AnyCancellable) { handle.attach(cancellable) }
  @usableFromInline func detach() { handle.detach() }
  @usableFromInline func letGo() {
    if handle.letGo() { Unmanaged.passUnretained(self).release() }
  }

  override var description: String { "Sink" }
}

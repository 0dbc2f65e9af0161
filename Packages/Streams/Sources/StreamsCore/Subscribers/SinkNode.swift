/// What ``Publisher/sink(receiveCompletion:receiveValue:)`` attaches. Its closures are constant, so a value costs no
/// lock and no reference count; they die with it, when the upstream and the ``AnyCancellable`` have let go.
@usableFromInline final class SinkNode<Input, Failure: Error>: _Holder<Input, Failure>, SinkHandle {
  @usableFromInline let value: (Input) -> Void
  @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void
  /// Makes the cancellable, before it dies, wait for a `letGo` under way.
  private let lock = SpinLock()
  /// The way back to the ``AnyCancellable``, so that the closures of a completed sink do not live on with it. Guarded by
  /// `lock`, but set before anybody else knows the sink.
  @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?

  @inlinable init(
    _ completion: @escaping (Subscribers.Completion<Failure>) -> Void, _ value: @escaping (Input) -> Void
  ) {
    self.value = value
    self.completion = completion
    super.init(
      onSubscription: { if _unsafeUncheckedDowncast($0, to: Self.self).accept($1) { $1.request(.unlimited) } },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if !me.isOver { me.value($1) }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.finish() {
          me.completion($1)
          me.letGo()
        }
      })
  }

  @usableFromInline func cancel() { _ = finishAndCancel() }
  @usableFromInline func cancelFirst() -> Bool { finishAndCancel() }

  @usableFromInline func attach(_ cancellable: AnyCancellable) { self.cancellable = .passUnretained(cancellable) }
  @usableFromInline func detach() { lock.withLock { cancellable = nil } }

  /// Releases the reference that the cancellable holds, unless that does so itself.
  @usableFromInline func letGo() {
    let isHeld = lock.withLock {
      let target = cancellable
      cancellable = nil
      return target?._withUnsafeGuaranteedRef { $0.letGo() } ?? false
    }
    if isHeld { Unmanaged.passUnretained(self).release() }
  }

  override var _takesAll: Bool { true }
  override var description: String { "Sink" }
}

/// The node of a sink, which `sink` attaches to the publisher. It requests unlimited values and calls closures with each
/// value and with the completion.
///
/// The publisher that holds it releases it at the end, and the closures with it.
@usableFromInline final class SinkNode<Input, Failure: Error>: OperatorSubscriber<Input, Failure> {
  @_alwaysEmitIntoClient let onOutput: (Input) -> Void
  @_alwaysEmitIntoClient let onCompletion: (Subscribers.Completion<Failure>) -> Void
  /// Makes the deinitialiser of the cancellable wait for a `releaseCancellable` under way.
  private let lock = Lock()
  /// The ``AnyCancellable`` that holds the sink and must release it on completion. Guarded by `lock`, but set before
  /// other threads can reach the sink.
  @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?

  @_alwaysEmitIntoClient init(
    _ onCompletion: consuming @escaping (Subscribers.Completion<Failure>) -> Void,
    _ onOutput: consuming @escaping (Input) -> Void
  ) {
    self.onOutput = consume onOutput
    self.onCompletion = consume onCompletion
    super.init { node, value in
      Unmanaged<SinkNode>.fromOpaque(Unmanaged.passUnretained(node).toOpaque())._withUnsafeGuaranteedRef {
        if !$0.upstreamIsOver() { $0.onOutput(value) }
      }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(.unlimited) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard finish() else { return }
    onCompletion(completion)
    releaseCancellable()
  }

  /// Returns a cancellable that holds the sink until it completes.
  @usableFromInline func makeCancellable() -> AnyCancellable {
    let new = AnyCancellable(sink: self)
    cancellable = .passUnretained(new)
    return new
  }

  /// Called by the cancellable. If the sink has ended before, waits until it no longer reads the cancellable.
  override func cancel() { if !finishAndCancel() { lock.withLock { cancellable = nil } } }

  /// Releases the reference that the cancellable holds, unless the cancellable releases it.
  private func releaseCancellable() {
    lock.lock()
    let target = cancellable
    cancellable = nil
    let isHeld = target?._withUnsafeGuaranteedRef { $0.takeSink() } ?? false
    lock.unlock()
    if isHeld { Unmanaged.passUnretained(self).release() }
  }

  override var _takesAll: Bool { true }
  override var description: String { "Sink" }
}

import Synchronization

extension Publisher {
  /// Calls closures with each value and with the completion, and requests unlimited values immediately.
  ///
  /// Cancelling or releasing the returned value ends the subscription. The same thread then calls neither closure
  /// again.
  @inlinable @inline(__always)
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion, receiveValue)
    let cancellable = AnyCancellable(sink: sink)
    _attach(node: sink)
    return cancellable
  }
}

extension Publisher where Failure == Never {
  /// Calls a closure with each value, and requests unlimited values immediately.
  ///
  /// Cancelling or releasing the returned value ends the subscription.
  @inlinable @inline(__always)
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber that requests unlimited values and calls closures with each value and with the completion.
  ///
  /// It releases its closures when it completes or is cancelled, even if it is still held.
  ///
  /// The sinks that ``Publisher/sink(receiveCompletion:receiveValue:)`` attaches to publishers of Streams need no lock
  /// and no reference counting for a value. Other code may keep a sink, so the closures of other sinks are guarded
  /// (`_GuardedSubscriber`).
  public final class Sink<Input, Failure: Error>: _GuardedSubscriber<Input, Failure>, Cancellable, SinkHandle {
    /// Constant until they are released.
    @usableFromInline @exclusivity(unchecked) var closures: SinkClosures<Input, Failure>
    /// Makes the deinitialiser of the cancellable wait for a `letGo` under way.
    private let lock = SpinLock()
    /// The ``AnyCancellable`` that holds the sink and must release it on completion. Guarded by `lock`, but set before
    /// other threads can reach the sink.
    @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?

    /// Creates a sink that calls `receiveValue` with each value and `receiveCompletion` with the completion.
    public convenience init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping ((Input) -> Void)
    ) {
      self.init(receiveCompletion, receiveValue)
      guardAlways()
    }

    /// Creates a sink that only its upstream and an ``AnyCancellable`` hold.
    @inlinable init(
      _ completion: consuming @escaping (Subscribers.Completion<Failure>) -> Void,
      _ value: consuming @escaping (Input) -> Void
    ) {
      closures = SinkClosures(value: consume value, completion: consume completion)
      super.init { node, value in
        Unmanaged<Sink>.fromOpaque(Unmanaged.passUnretained(node).toOpaque())._withUnsafeGuaranteedRef {
          $0.pass(value)
        }
        return .none
      }
    }

    public override func receive(subscription: any Subscription) {
      if acceptGuarding(subscription) { subscription.request(.unlimited) }
    }

    public override func receive(completion: Subscribers.Completion<Failure>) {
      guard finish() else { return }
      if isGuarded() { receiveCompletion(completion) } else { closures.receive(completion: completion) }
      releaseCancellable()
    }

    @inlinable @inline(__always) func pass(_ input: Input) {
      if isPlain() { closures.receive(input) } else { receiveGuarded(input) }
    }

    @usableFromInline func receiveGuarded(_ input: Input) {
      if isOver() { return }
      if openUp() { closures.receive(input) } else { callOrRelease { closures.receive(input) } }
    }

    /// Calls `body`, which calls a closure, unless the closures have been released.
    private func callOrRelease(_ body: () -> Void) {
      if gate.call(body) { closures = SinkClosures() }
    }

    /// Releases the closures, or leaves that to the call under way.
    private func empty() {
      if gate.close() { closures = SinkClosures() }
    }

    /// The closure called with each value. Does nothing after the completion or cancellation.
    public var receiveValue: (Input) -> Void { { value in self.callOrRelease { self.closures.receive(value) } } }

    /// The closure called with the completion. Does nothing after the completion or cancellation.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      { completion in
        self.callOrRelease { self.closures.receive(completion: completion) }
        self.empty()
      }
    }

    /// Cancels the subscription and releases the closures.
    public func cancel() { _ = cancelFirst() }

    @usableFromInline func cancelFirst() -> Bool {
      let isFirst = finishAndCancel()
      if isGuarded() { empty() }
      return isFirst
    }

    @usableFromInline func attach(_ cancellable: AnyCancellable) { self.cancellable = .passUnretained(cancellable) }
    @usableFromInline func detach() { lock.withLock { cancellable = nil } }

    /// Releases the reference that the cancellable holds, unless the cancellable releases it.
    private func releaseCancellable() {
      lock.lock()
      let target = cancellable
      cancellable = nil
      let isHeld = target?._withUnsafeGuaranteedRef { $0.takeSink() } ?? false
      lock.unlock()
      if isHeld { Unmanaged.passUnretained(self).release() }
    }

    public override var _takesAll: Bool { true }
    public override var description: String { "Sink" }
  }
}

/// The closures of a sink. The methods borrow them, so a value needs no reference counting. Calling a property would.
@usableFromInline struct SinkClosures<Input, Failure: Error>: ~Copyable {
  @usableFromInline let value: (Input) -> Void
  @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    value: consuming @escaping (Input) -> Void = { _ in },
    completion: consuming @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    self.value = consume value
    self.completion = consume completion
  }

  @inlinable @inline(__always) borrowing func receive(_ input: Input) { value(input) }
  @inlinable @inline(__always) borrowing func receive(completion: Subscribers.Completion<Failure>) {
    self.completion(completion)
  }
}

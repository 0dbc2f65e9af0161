import Synchronization

extension Publisher {
  /// Attaches closures that are called with each value and with the end; requests unlimited values immediately.
  ///
  /// Cancelling or releasing the result ends it; after that neither closure is called again on the same thread.
  @inlinable @inline(__always)
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion, receiveValue)
    let cancellable = AnyCancellable(sink: sink)
    attach(node: sink)
    return cancellable
  }
}

extension Publisher where Failure == Never {
  /// Attaches a closure that is called with each value; requests unlimited values immediately.
  ///
  /// Cancelling or releasing the result ends it.
  @inlinable @inline(__always)
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber that requests unlimited values and calls closures with each value and with the end.
  ///
  /// It releases its closures when it completes or is cancelled, even if it is still held.
  ///
  /// What ``Publisher/sink(receiveCompletion:receiveValue:)`` attaches to publishers of ours needs no lock and no
  /// reference count for a value. Everything else may keep a sink, whose closures are then guarded
  /// (`_GuardedSubscriber`).
  public final class Sink<Input, Failure: Error>: _GuardedSubscriber<Input, Failure>, Cancellable, SinkHandle {
    /// Constant until they are released.
    @usableFromInline @exclusivity(unchecked) var closures: SinkClosures<Input, Failure>
    /// Makes the cancellable, before it is deinitialised, wait for a `letGo` under way.
    private let lock = Lock()
    /// The way back to the ``AnyCancellable``, so that it does not keep a completed sink. Guarded by `lock`, but set
    /// before other threads know the sink.
    @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?

    /// A sink that calls `receiveValue` with each value and `receiveCompletion` with the end.
    public convenience init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping ((Input) -> Void)
    ) {
      self.init(receiveCompletion, receiveValue)
      guardAlways()
    }

    /// A sink that only its upstream and an ``AnyCancellable`` hold.
    @inlinable init(
      _ completion: @escaping (Subscribers.Completion<Failure>) -> Void, _ value: @escaping (Input) -> Void
    ) {
      closures = SinkClosures(value: value, completion: completion)
      super.init {
        _unsafeUncheckedDowncast($0, to: Sink.self).pass($1)
        return .none
      }
    }

    public override func receive(subscription: any Subscription) {
      if acceptGuarding(subscription) { subscription.request(.unlimited) }
    }

    public override func receive(completion: Subscribers.Completion<Failure>) {
      guard finish() else { return }
      if isGuarded { receiveCompletion(completion) } else { closures.receive(completion: completion) }
      letGo()
    }

    @inlinable @inline(__always) func pass(_ input: Input) {
      if isPlain { closures.receive(input) } else { receiveGuarded(input) }
    }

    @usableFromInline func receiveGuarded(_ input: Input) {
      if isOver { return }
      if openUp() { closures.receive(input) } else { callOrRelease { closures.receive(input) } }
    }

    /// Calls `body`, which calls one of the closures, unless they are released.
    private func callOrRelease(_ body: () -> Void) {
      if gate.call(body) { closures = SinkClosures() }
    }

    /// Releases the closures, or leaves that to the call under way.
    private func empty() {
      if gate.close() { closures = SinkClosures() }
    }

    /// Called with each value; does nothing once the sink has completed or is cancelled.
    public var receiveValue: (Input) -> Void { { value in self.callOrRelease { self.closures.receive(value) } } }

    /// Called with the end; does nothing once the sink has completed or is cancelled.
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
      if isGuarded { empty() }
      return isFirst
    }

    @usableFromInline func attach(_ cancellable: AnyCancellable) { self.cancellable = .passUnretained(cancellable) }
    @usableFromInline func detach() { lock.withLock { cancellable = nil } }

    /// Releases the reference that the cancellable holds, unless that does so itself.
    private func letGo() {
      let isHeld = lock.withLock {
        let target = cancellable
        cancellable = nil
        return target?._withUnsafeGuaranteedRef { $0.letGo() } ?? false
      }
      if isHeld { Unmanaged.passUnretained(self).release() }
    }

    public override var _takesAll: Bool { true }
    public override var description: String { "Sink" }
  }
}

/// The closures of a sink. The methods borrow them, so a value costs no reference count; to call a property would.
@usableFromInline struct SinkClosures<Input, Failure: Error>: ~Copyable {
  @usableFromInline let value: (Input) -> Void
  @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    value: @escaping (Input) -> Void = { _ in },
    completion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    self.value = value
    self.completion = completion
  }

  @inlinable @inline(__always) borrowing func receive(_ input: Input) { value(input) }
  @inlinable @inline(__always) borrowing func receive(completion: Subscribers.Completion<Failure>) {
    self.completion(completion)
  }
}

import Synchronization

extension Publisher {
  /// Attaches closures that are called with each value and with the end; asks for everything at once.
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
  /// Attaches a closure that is called with each value; asks for everything at once.
  ///
  /// Cancelling or releasing the result ends it.
  @inlinable @inline(__always)
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber that requests everything and calls closures with each value and with the end.
  ///
  /// It releases its closures when it completes or is cancelled, whatever holds it then.
  ///
  /// Publishers of ours release a subscriber when it is over, and hold it while they deliver to it. So what
  /// ``Publisher/sink(receiveCompletion:receiveValue:)`` attaches to them needs no lock and no reference count for a value:
  /// its closures are released with it. Everything else may keep a sink, which then is `guarded`: it notes when a
  /// closure is called, and whichever comes last, that call or the end, releases the closures.
  public final class Sink<Input, Failure: Error>: _OperatorSubscriber<Input, Failure>, Cancellable, SinkHandle {
    /// Constant until they are released.
    @usableFromInline @exclusivity(unchecked) var closures: SinkClosures<Input, Failure>
    /// See ``SinkCalls``.
    private let calls = Atomic<UInt8>(0)
    /// Whether it was asked, or need not be, which of both kinds its upstream is. Belongs to the delivery.
    @usableFromInline @exclusivity(unchecked) var isDecided = false
    /// Makes the cancellable, before it is deinitialised, wait for a `letGo` under way.
    private let lock = Lock()
    /// The way back to the ``AnyCancellable``, so that it does not keep a completed sink. Guarded by `lock`, but set before
    /// other threads know the sink.
    @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?

    /// A sink that calls `receiveValue` with each value and `receiveCompletion` with the end.
    public convenience init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping ((Input) -> Void)
    ) {
      self.init(receiveCompletion, receiveValue)
      isDecided = true
      flags.store(HolderFlags.guarded, ordering: .relaxed)
    }

    /// A sink that only its upstream and an ``AnyCancellable`` hold.
    @inlinable init(
      _ completion: @escaping (Subscribers.Completion<Failure>) -> Void, _ value: @escaping (Input) -> Void
    ) {
      closures = SinkClosures(value: value, completion: completion)
      super.init(
        onSubscription: { _unsafeUncheckedDowncast($0, to: Sink.self).begin($1) },
        onValue: {
          _unsafeUncheckedDowncast($0, to: Sink.self).pass($1)
          return .none
        },
        onCompletion: {
          let me = _unsafeUncheckedDowncast($0, to: Sink.self)
          if me.finish() { me.conclude($1) }
        })
    }

    @usableFromInline func begin(_ subscription: any Subscription) {
      let keepsMe = subscription._keepsSubscriber
      if keepsMe != nil { isDecided = true }
      if accept(subscription, also: keepsMe == false ? 0 : HolderFlags.guarded) { subscription.request(.unlimited) }
    }

    @inlinable @inline(__always) func pass(_ input: Input) {
      if flags.load(ordering: .relaxed) & (HolderFlags.over | HolderFlags.guarded) == 0 {
        closures.receive(input)
      } else {
        receiveGuarded(input)
      }
    }

    @usableFromInline func receiveGuarded(_ input: Input) {
      if isOver { return }
      if !isDecided, let keepsMe = _keepsSubscriber {
        isDecided = true
        if !keepsMe {
          // A cancellation from now on finds the flag unset, and one from before is found here.
          let old = flags.bitwiseAnd(~HolderFlags.guarded, ordering: .acquiringAndReleasing).oldValue
          if old & HolderFlags.over == 0 { closures.receive(input) }
          return
        }
      }
      call { closures.receive(input) }
    }

    @usableFromInline func conclude(_ completion: Subscribers.Completion<Failure>) {
      if isGuarded {
        call { closures.receive(completion: completion) }
        empty()
      } else {
        closures.receive(completion: completion)
      }
      letGo()
    }

    private var isGuarded: Bool { flags.load(ordering: .relaxed) & HolderFlags.guarded != 0 }

    /// Calls `body`, which calls one of the closures, unless they are released.
    private func call(_ body: () -> Void) {
      let entry = calls.compareExchange(expected: 0, desired: SinkCalls.underWay, ordering: .acquiring)
      if entry.original & SinkCalls.emptied != 0 { return }
      body()
      guard entry.exchanged else { return }
      let exit = calls.compareExchange(expected: SinkCalls.underWay, desired: 0, ordering: .acquiringAndReleasing)
      if !exit.exchanged { closures = SinkClosures() }
    }

    /// Releases the closures, or leaves that to the call under way.
    private func empty() {
      if calls.bitwiseOr(SinkCalls.emptied, ordering: .acquiringAndReleasing).oldValue == 0 {
        closures = SinkClosures()
      }
    }

    /// What is called with each value; does nothing once the sink has completed or is cancelled.
    public var receiveValue: (Input) -> Void { { value in self.call { self.closures.receive(value) } } }

    /// What is called with the end; does nothing once the sink has completed or is cancelled.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      { completion in
        self.call { self.closures.receive(completion: completion) }
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

/// The bits of `calls` of a guarded sink.
private enum SinkCalls {
  /// A closure is being called.
  static let underWay: UInt8 = 1
  /// The closures are released, or will be when the call under way returns.
  static let emptied: UInt8 = 2
}

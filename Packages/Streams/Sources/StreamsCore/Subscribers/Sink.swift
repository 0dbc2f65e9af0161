import Synchronization

extension Publisher {
  /// Attaches closures that are called with each value and with the end; asks for everything at once.
  ///
  /// Cancelling or releasing the result ends it; after that neither closure is called again on the same thread.
  @inlinable @inline(__always)
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = SinkNode<Output, Failure>(receiveCompletion, receiveValue)
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
  /// A subscriber that asks for everything and calls closures with each value and with the end.
  ///
  /// It lets go of its closures when it completes or is cancelled, whoever holds it.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible
  {
    private let closures: Releasable<Input, Failure>
    private let node: SinkNode<Input, Failure>

    /// A sink that calls `receiveValue` with each value and `receiveCompletion` with the end.
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping ((Input) -> Void)
    ) {
      let closures = Releasable(value: receiveValue, completion: receiveCompletion)
      self.closures = closures
      node = SinkNode({ closures.complete($0) }, { closures.call($0) })
    }

    /// What is called with each value; does nothing any more once the sink has completed or is cancelled.
    public var receiveValue: (Input) -> Void { { [closures] in closures.call($0) } }

    /// What is called with the end; does nothing any more once the sink has completed or is cancelled.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void { { [closures] in closures.complete($0) } }

    @inlinable @inline(__always) public static var _isForeign: Bool { false }
    public func receive(subscription: any Subscription) { node.receive(subscription: subscription) }
    public func receive(_ value: Input) -> Subscribers.Demand { node.receive(value) }
    public func receive(completion: Subscribers.Completion<Failure>) { node.receive(completion: completion) }

    /// Cancels the subscription and lets go of the closures.
    public func cancel() {
      node.cancel()
      closures.empty()
    }

    public var description: String { "Sink" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    public var playgroundDescription: Any { description }
  }
}

/// Closures that can be let go of while another thread may be calling them: the last one out empties it.
@usableFromInline final class Releasable<Input, Failure: Error> {
  /// 1: a call is under way; 2: to be emptied.
  private let state = Atomic<UInt8>(0)
  /// Touched by whoever has set 1, and by whoever set 2 while 1 was not set.
  @exclusivity(unchecked) private var value: ((Input) -> Void)?
  @exclusivity(unchecked) private var completion: ((Subscribers.Completion<Failure>) -> Void)?

  init(value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void) {
    self.value = value
    self.completion = completion
  }

  @inline(__always) private func use(_ body: () -> Void) {
    let entry = state.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
    if entry.original & 2 != 0 { return }
    body()
    if entry.exchanged, !state.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing).exchanged {
      clear()
    }
  }

  func call(_ input: Input) { use { value?(input) } }

  func complete(_ completion: Subscribers.Completion<Failure>) {
    use { self.completion?(completion) }
    empty()
  }

  func empty() { if state.bitwiseOr(2, ordering: .acquiringAndReleasing).oldValue == 0 { clear() } }

  private func clear() {
    value = nil
    completion = nil
  }
}

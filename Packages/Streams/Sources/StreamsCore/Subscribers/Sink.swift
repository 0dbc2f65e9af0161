extension Publisher {
  /// Calls closures with each value and with the completion, and requests unlimited values immediately.
  ///
  /// Cancelling or releasing the returned value ends the subscription. The same thread then calls neither closure
  /// again.
  @_alwaysEmitIntoClient @inline(__always)
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = SinkNode<Output, Failure>(receiveCompletion, receiveValue)
    let cancellable = sink.makeCancellable()
    _attach(node: sink)
    return cancellable
  }
}

extension Publisher where Failure == Never {
  /// Calls a closure with each value, and requests unlimited values immediately.
  ///
  /// Cancelling or releasing the returned value ends the subscription.
  @_alwaysEmitIntoClient @inline(__always)
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber that requests unlimited values and calls closures with each value and with the completion.
  ///
  /// It releases its closures when it completes or is cancelled, even if it is still held.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
  {
    private let gate: PublisherEdge<Input, Failure>

    /// Creates a sink that calls `receiveValue` with each value and `receiveCompletion` with the completion.
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping ((Input) -> Void)
    ) {
      gate = PublisherEdge(SinkNode(receiveCompletion, receiveValue), isShared: true)
    }

    public func receive(subscription: any Subscription) { gate.receive(subscription: subscription) }
    public func receive(_ input: Input) -> Subscribers.Demand { gate.receive(input) }
    public func receive(completion: Subscribers.Completion<Failure>) { gate.receive(completion: completion) }

    /// The closure called with each value. Does nothing after the completion or cancellation.
    public var receiveValue: (Input) -> Void { { [gate] in _ = gate.receive($0) } }

    /// The closure called with the completion. Does nothing after the completion or cancellation.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      { [gate] in gate.receive(completion: $0) }
    }

    /// Cancels the subscription and releases the closures.
    public func cancel() {
      // Which closes the gate.
      gate.call { _ = _unsafeUncheckedDowncast($0, to: SinkNode<Input, Failure>.self).finishAndCancel() }
    }

    public static var _weight: Int { 0 }
    public func _erased() -> _ErasedSubscriber<Input, Failure> { gate }

    public var combineIdentifier: CombineIdentifier { gate.combineIdentifier }
    public var description: String { "Sink" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    public var playgroundDescription: Any { description }
  }
}

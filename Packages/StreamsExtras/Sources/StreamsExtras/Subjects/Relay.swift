/// A publisher that sends the values it accepts, and neither fails nor ends.
public protocol Relay<Output>: AnyObject, Publisher where Failure == Never {
  /// Sends a value to the subscribers.
  func accept(_ value: Output)
}

extension Relay where Output == Void {
  /// Sends an event without a value.
  @_alwaysEmitIntoClient public func accept() { accept(()) }
}

extension Publisher where Failure == Never {
  /// Sends every value to `relay`, until the result is cancelled or released. The completion is not forwarded.
  @_alwaysEmitIntoClient public func subscribe<R: Relay>(_ relay: R) -> AnyCancellable where R.Output == Output {
    sink { relay.accept($0) }
  }
}

/// A `PassthroughSubject` that neither fails nor ends: RxSwift's `PublishRelay`.
public final class PassthroughRelay<Output>: Relay, OwnPublisher {
  public typealias Failure = Never
  @_alwaysEmitIntoClient let subject = PassthroughSubject<Output, Never>()

  /// A relay without a current value.
  public init() {}

  @_alwaysEmitIntoClient public func accept(_ value: Output) { subject.send(value) }

  @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Never>) {
    subject.receive(subscriber: subscriber)
  }
}

/// A `CurrentValueSubject` that neither fails nor ends: RxSwift's `BehaviorRelay`.
public final class CurrentValueRelay<Output>: Relay, OwnPublisher {
  public typealias Failure = Never
  @_alwaysEmitIntoClient let subject: CurrentValueSubject<Output, Never>

  /// A relay whose current value is `value`.
  public init(_ value: Output) { subject = CurrentValueSubject(value) }

  /// The latest value.
  @_alwaysEmitIntoClient public var value: Output { subject.value }

  @_alwaysEmitIntoClient public func accept(_ value: Output) { subject.send(value) }

  @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Never>) {
    subject.receive(subscriber: subscriber)
  }
}

// Sendable because the subjects may be used from any thread, and values are passed on.
extension PassthroughRelay: @unchecked Sendable where Output: Sendable {}
extension CurrentValueRelay: @unchecked Sendable where Output: Sendable {}

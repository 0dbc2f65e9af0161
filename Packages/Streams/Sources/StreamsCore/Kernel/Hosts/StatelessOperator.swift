/// An operator without state. Hosted by ``StatelessOperator``.
@usableFromInline protocol StatelessStage {
  associatedtype Input
  associatedtype Output = Input
  associatedtype Failure: Error
  associatedtype UpstreamFailure: Error = Failure
  // As in a ``FilteringStage``:
  var name: StaticString { get }
  var labels: [StaticString] { get }
  func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any]

  /// Whether the stage shows or replaces the subscription, so that a publisher of one value must send one to a sink.
  var looksAtSubscription: Bool { get }
  /// Forwards a subscription.
  func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D)
  /// Sends the output for `input`, or returns `.max(1)` if there is none. Returning it to the host as an `Optional` is
  /// slower and, nested three deep, crashes the optimizer of Swift 6.3.1.
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output
  /// Sends the completion, converted.
  func end<D: Subscriber>(_ completion: Subscribers.Completion<UpstreamFailure>, _ downstream: D)
  where D.Failure == Failure
}

extension StatelessStage {
  @_alwaysEmitIntoClient @inline(__always) var looksAtSubscription: Bool { false }
  @_alwaysEmitIntoClient @inline(__always)
  func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D) {
    downstream.receive(subscription: subscription)
  }
  @_alwaysEmitIntoClient var labels: [StaticString] { [] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] { [] }
}

extension StatelessStage where Output == Input {
  @_alwaysEmitIntoClient @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    downstream.receive(input)
  }
}

extension StatelessStage where UpstreamFailure == Failure {
  @_alwaysEmitIntoClient @inline(__always)
  func end<D: Subscriber>(_ completion: Subscribers.Completion<Failure>, _ downstream: D) where D.Failure == Failure {
    downstream.receive(completion: completion)
  }
}

/// Hosts an operator without state, as a struct that disappears when specialised. It forwards the upstream's
/// subscription and every event.
@frozen @usableFromInline
struct StatelessOperator<S: StatelessStage, D: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
where D.Input == S.Output, D.Failure == S.Failure {
  @usableFromInline typealias Input = S.Input
  @usableFromInline typealias Failure = S.UpstreamFailure
  @_alwaysEmitIntoClient let stage: S
  @_alwaysEmitIntoClient let downstream: D

  @_transparent @_alwaysEmitIntoClient @usableFromInline init(_ stage: consuming S, _ downstream: consuming D) {
    self.stage = consume stage
    self.downstream = consume downstream
  }

  @_alwaysEmitIntoClient @inline(__always) static var _weight: Int { D._weight &+ 1 }
  @_alwaysEmitIntoClient @inline(__always) var _takesAll: Bool { !stage.looksAtSubscription && downstream._takesAll }
  @_alwaysEmitIntoClient @inline(__always) func _erased() -> _ErasedSubscriber<Input, Failure> { BoxedSubscriber(self) }
  @_alwaysEmitIntoClient func receive(subscription: any Subscription) {
    stage.receive(subscription: subscription, downstream)
  }
  @_alwaysEmitIntoClient @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand { stage.step(input, to: downstream) }
  @_alwaysEmitIntoClient func receive(completion: Subscribers.Completion<Failure>) {
    stage.end(completion, downstream)
  }

  /// Derived from the object behind it, of which there is one for each subscription of a custom subscriber.
  @usableFromInline var combineIdentifier: CombineIdentifier {
    ((downstream as? _Node).map { CombineIdentifier($0) } ?? downstream.combineIdentifier).next
  }
  @usableFromInline var description: String { stage.name.description }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: labelled(stage.labels, stage.values(downstream, .awaitingSubscription, ())))
  }
  @usableFromInline var playgroundDescription: Any { description }
}

/// A publisher that attaches an operator without state to its upstream.
@usableFromInline protocol StatelessPublisher: Publisher {
  associatedtype Upstream: Publisher
  associatedtype Stage: StatelessStage
  where
    Stage.Input == Upstream.Output, Stage.UpstreamFailure == Upstream.Failure, Stage.Output == Output,
    Stage.Failure == Failure
  var upstream: Upstream { get }
  var stage: Stage { get }
}

extension StatelessPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? {
    Upstream._isCustom ? nil : .some(nil)
  }

  @_alwaysEmitIntoClient @inline(__always) public func receive(subscriber: some Subscriber<Output, Failure>) {
    upstream.attach(stage, subscriber)
  }
}

extension Publisher {
  /// Attaches an operator without state. Inlined, because the compiler does not specialise it for ever larger types.
  @_alwaysEmitIntoClient @inline(__always)
  func attach<S: StatelessStage, D: Subscriber>(_ stage: S, _ downstream: D)
  where S.Input == Output, S.UpstreamFailure == Failure, S.Output == D.Input, D.Failure == S.Failure {
    if D.isCustom {
      attach(StatelessOperator(stage, downstream._erased()))
    } else {
      attach(StatelessOperator(stage, downstream))
    }
  }
}

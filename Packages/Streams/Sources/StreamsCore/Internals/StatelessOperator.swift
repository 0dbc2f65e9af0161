/// An operator without state: what happens to a subscription, a value and the end. Hosted by ``StatelessOperator``.
@usableFromInline protocol StatelessStage: OperatorStage {
  associatedtype UpstreamFailure: Error
  associatedtype Failure: Error
  /// Whether the host stands between the upstream and a subscriber that is not ours, which then needs a
  /// ``SubscriberGuard``. Not if it passes a subscription of its own on.
  static var needsGuard: Bool { get }
  /// Passes a subscription on.
  func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D)
  /// Passes on what becomes of `input`, or returns `.max(1)` if nothing does. (To return it to the host as an
  /// `Optional` takes longer and, nested three deep, crashes the optimizer of Swift 6.3.1.)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output
  /// What the end becomes.
  func end(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>
}

extension StatelessStage {
  @inlinable @inline(__always) static var needsGuard: Bool { true }
  @inlinable @inline(__always) func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D) {
    downstream.receive(subscription: subscription)
  }
  @usableFromInline var labels: [StaticString] { [] }
  @usableFromInline func values(in host: HostView) -> [Any] { [] }
}

extension StatelessStage where Output == Input {
  @inlinable @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    downstream.receive(input)
  }
}

extension StatelessStage where UpstreamFailure == Failure {
  @inlinable @inline(__always)
  func end(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> { completion }
}

/// Hosts an operator without state: a struct that vanishes when specialised. The upstream's subscription, and
/// everything else the upstream does, passes through.
@frozen @usableFromInline
struct StatelessOperator<S: StatelessStage, D: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
where D.Input == S.Output, D.Failure == S.Failure {
  @usableFromInline typealias Input = S.Input
  @usableFromInline typealias Failure = S.UpstreamFailure
  @usableFromInline let stage: S
  @usableFromInline let downstream: D

  @inlinable @inline(__always) init(_ stage: S, _ downstream: D) {
    self.stage = stage
    self.downstream = downstream
  }

  @inlinable @inline(__always) static var _weight: Int { D._weight &+ 1 }
  @inlinable @inline(__always) static var _isForeign: Bool { S.needsGuard ? false : D._isForeign }
  @inlinable @inline(__always) var _takesAll: Bool { S.needsGuard ? downstream._takesAll : false }
  @inlinable func receive(subscription: any Subscription) { stage.receive(subscription: subscription, downstream) }
  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand { stage.step(input, to: downstream) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: stage.end(completion))
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier.next }
  @usableFromInline var description: String { stage.name.description }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: stage.children(in: HostView(downstream: downstream)))
  }
  @usableFromInline var playgroundDescription: Any { description }
}

extension Publisher {
  /// Attaches an operator without state. A subscriber that is not ours is behind a ``SubscriberGuard``.
  @inlinable @inline(__always)
  func attach<S: StatelessStage, D: Subscriber>(_ stage: S, _ downstream: D)
  where S.Input == Output, S.UpstreamFailure == Failure, S.Output == D.Input, D.Failure == S.Failure {
    if D._isForeign && S.needsGuard {
      attach(StatelessOperator(stage, downstream._guarded()))
    } else {
      attach(StatelessOperator(stage, downstream))
    }
  }
}

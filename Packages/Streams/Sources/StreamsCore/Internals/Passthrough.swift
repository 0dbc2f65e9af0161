/// An operator without state: what happens to one value. Hosted by ``Passthrough``.
@usableFromInline protocol PassthroughStage: Stage {
  /// Hands on what becomes of `input`, or `.max(1)` if nothing does. (To return it to the host as an `Optional` takes
  /// longer and, nested three deep, crashes the optimizer of Swift 6.3.1.)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output
  /// Called when the subscriber has received the upstream's subscription.
  func handedOn(_ subscription: any Subscription)
}

extension PassthroughStage {
  @inlinable @inline(__always) func handedOn(_ subscription: any Subscription) {}
  @usableFromInline var labels: [StaticString] { [] }
  @usableFromInline func values(in host: HostView) -> [Any] { [] }
}

/// Hosts an operator without state: a struct that vanishes when specialised. The upstream's subscription, and whatever
/// else the upstream does, passes through.
@frozen @usableFromInline
struct Passthrough<S: PassthroughStage, D: Subscriber>: Subscriber, CustomStringConvertible,
  CustomReflectable, CustomPlaygroundDisplayConvertible
where D.Input == S.Output {
  @usableFromInline typealias Input = S.Input
  @usableFromInline typealias Failure = D.Failure
  @usableFromInline let stage: S
  @usableFromInline let downstream: D

  @inlinable @inline(__always) init(_ stage: S, _ downstream: D) {
    self.stage = stage
    self.downstream = downstream
  }

  @inlinable @inline(__always) static var _weight: Int { D._weight &+ 1 }
  @inlinable @inline(__always) static var _isForeign: Bool { false }
  @inlinable @inline(__always) var _takesAll: Bool { downstream._takesAll }
  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
    stage.handedOn(subscription)
  }
  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand { stage.step(input, to: downstream) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier.next }
  @usableFromInline var description: String { stage.name.description }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: stage.children(in: HostView(downstream: downstream)))
  }
  @usableFromInline var playgroundDescription: Any { description }
}

extension Publisher {
  /// Attaches an operator without state. A subscriber that is not ours is behind a ``Border``.
  @inlinable @inline(__always)
  func attach<S: PassthroughStage, D: Subscriber>(_ stage: S, _ downstream: D)
  where S.Input == Output, S.Output == D.Input, D.Failure == Failure {
    if D._isForeign {
      attach(Passthrough(stage, downstream._border()))
    } else {
      attach(Passthrough(stage, downstream))
    }
  }
}

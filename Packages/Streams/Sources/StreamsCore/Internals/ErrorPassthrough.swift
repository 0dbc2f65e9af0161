/// An operator that changes nothing but the end. Hosted by ``ErrorPassthrough``.
@usableFromInline protocol ErrorStage {
  associatedtype Upstream: Error
  associatedtype Failure: Error
  /// The description.
  var name: StaticString { get }
  /// The children of the mirror.
  var children: [Mirror.Child] { get }
  func convert(_ failure: Upstream) -> Failure
}

extension ErrorStage {
  @usableFromInline var children: [Mirror.Child] { [] }
}

/// Hosts an operator that changes nothing but the error: like ``Passthrough``, and merges with it.
@frozen @usableFromInline
struct ErrorPassthrough<S: ErrorStage, D: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
where D.Failure == S.Failure {
  @usableFromInline typealias Input = D.Input
  @usableFromInline typealias Failure = S.Upstream
  @usableFromInline let stage: S
  @usableFromInline let downstream: D

  @inlinable @inline(__always) init(_ stage: S, _ downstream: D) {
    self.stage = stage
    self.downstream = downstream
  }

  @inlinable @inline(__always) static var _weight: Int { D._weight &+ 1 }
  @inlinable @inline(__always) static var _isForeign: Bool { false }
  @inlinable @inline(__always) var _takesAll: Bool { downstream._takesAll }
  @inlinable func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion.mapError(stage.convert))
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier.next }
  @usableFromInline var description: String { stage.name.description }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: stage.children) }
  @usableFromInline var playgroundDescription: Any { description }
}

extension Publisher {
  /// Attaches an operator that changes nothing but the error. A subscriber that is not ours is behind a ``Border``.
  @inlinable @inline(__always)
  func attach<S: ErrorStage, D: Subscriber>(_ stage: S, _ downstream: D)
  where S.Upstream == Failure, S.Failure == D.Failure, D.Input == Output {
    if D._isForeign {
      attach(ErrorPassthrough(stage, downstream._border()))
    } else {
      attach(ErrorPassthrough(stage, downstream))
    }
  }
}

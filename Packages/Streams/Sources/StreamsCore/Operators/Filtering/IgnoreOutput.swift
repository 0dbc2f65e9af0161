extension Publisher {
  /// Sends no values, only the end.
  @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// Asks for everything, drops the upstream values, and passes the end on.
  @frozen public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The publisher that `ignoreOutput()` makes.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if S._isForeign {
        upstream.attach(IgnoreOutputInner<Upstream.Output, _>(subscriber._border()))
      } else {
        upstream.attach(IgnoreOutputInner<Upstream.Output, _>(subscriber))
      }
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
extension Publishers.IgnoreOutput: Sendable where Upstream: Sendable {}

/// Hands the upstream's subscription on, and asks it for everything itself: nobody has reason to ask for no values.
@frozen @usableFromInline
struct IgnoreOutputInner<Input, D: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
where D.Input == Never {
  @usableFromInline typealias Failure = D.Failure
  @usableFromInline let downstream: D

  @inlinable init(_ downstream: D) { self.downstream = downstream }

  @inlinable @inline(__always) static var _weight: Int { D._weight &+ 1 }
  @inlinable @inline(__always) static var _isForeign: Bool { false }
  @inlinable @inline(__always) var _takesAll: Bool { downstream._takesAll }
  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { .none }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier.next }
  @usableFromInline var description: String { "IgnoreOutput" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
  @usableFromInline var playgroundDescription: Any { description }
}

extension Publisher {
  /// Stops in the debugger, by a trap, where one of the closures returns true.
  ///
  /// - Parameters:
  ///   - receiveSubscription: whether to stop at the subscription.
  ///   - receiveOutput: whether to stop at a value.
  ///   - receiveCompletion: whether to stop at the end.
  @inlinable public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger, by a trap, where the upstream fails.
  @inlinable public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: {
      if case .failure = $0 { true } else { false }
    })
  }
}

extension Publishers {
  /// Stops in the debugger where closures say so, and passes everything on.
  @frozen public struct Breakpoint<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// Whether to stop at the subscription.
    public let receiveSubscription: ((any Subscription) -> Bool)?
    /// Whether to stop at a value.
    public let receiveOutput: ((Upstream.Output) -> Bool)?
    /// Whether to stop at the end.
    public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

    /// The publisher that `breakpoint` makes.
    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Publishers.Breakpoint<Upstream>.Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if S._isForeign {
        upstream.attach(BreakpointInner(self, subscriber._border()))
      } else {
        upstream.attach(BreakpointInner(self, subscriber))
      }
    }
  }
}

/// Passes everything on, the upstream's subscription too.
@frozen @usableFromInline
struct BreakpointInner<Upstream: Publisher, D: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
where D.Input == Upstream.Output, D.Failure == Upstream.Failure {
  @usableFromInline typealias Input = D.Input
  @usableFromInline typealias Failure = D.Failure
  @usableFromInline let breakpoint: Publishers.Breakpoint<Upstream>
  @usableFromInline let downstream: D

  @inlinable init(_ breakpoint: Publishers.Breakpoint<Upstream>, _ downstream: D) {
    self.breakpoint = breakpoint
    self.downstream = downstream
  }

  @inlinable @inline(__always) static var _weight: Int { D._weight &+ 1 }
  @inlinable @inline(__always) static var _isForeign: Bool { false }
  @inlinable func receive(subscription: any Subscription) {
    if breakpoint.receiveSubscription?(subscription) == true { stopInDebugger() }
    downstream.receive(subscription: subscription)
  }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if breakpoint.receiveOutput?(input) == true { stopInDebugger() }
    return downstream.receive(input)
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if breakpoint.receiveCompletion?(completion) == true { stopInDebugger() }
    downstream.receive(completion: completion)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier.next }
  @usableFromInline var description: String { "Breakpoint" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
  @usableFromInline var playgroundDescription: Any { description }
}

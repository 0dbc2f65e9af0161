extension Publisher {
  /// Stops in the debugger, with a trap, when one of the closures returns true. Without a debugger, the program ends.
  ///
  /// - Parameters:
  ///   - receiveSubscription: returns whether to stop at the subscription.
  ///   - receiveOutput: returns whether to stop at a value.
  ///   - receiveCompletion: returns whether to stop at the completion.
  @_transparent public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger, with a trap, when the upstream fails. Without a debugger, the program ends.
  @_transparent public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: {
      if case .failure = $0 { true } else { false }
    })
  }
}

extension Publishers {
  /// Stops in the debugger when a closure returns true, and forwards all events.
  @frozen public struct Breakpoint<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to stop at the subscription.
    public let receiveSubscription: ((any Subscription) -> Bool)?
    /// Returns whether to stop at a value.
    public let receiveOutput: ((Upstream.Output) -> Bool)?
    /// Returns whether to stop at the completion.
    public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

    /// Creates the publisher that `breakpoint` returns.
    @_transparent public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Publishers.Breakpoint<Upstream>.Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable @inline(__always) public static var _isCustom: Bool { Upstream._isCustom }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.attach(BreakpointStage(self), subscriber)
    }
  }
}

@frozen @usableFromInline struct BreakpointStage<Upstream: Publisher>: StatelessStage {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Output = Upstream.Output
  @usableFromInline typealias UpstreamFailure = Upstream.Failure
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let breakpoint: Publishers.Breakpoint<Upstream>

  @inlinable init(_ breakpoint: Publishers.Breakpoint<Upstream>) { self.breakpoint = breakpoint }

  @usableFromInline var name: StaticString { "Breakpoint" }
  @inlinable var looksAtSubscription: Bool { breakpoint.receiveSubscription != nil }

  @inlinable func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D) {
    if breakpoint.receiveSubscription?(subscription.ungated) == true { stopInDebugger() }
    downstream.receive(subscription: subscription)
  }

  @inlinable func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    if breakpoint.receiveOutput?(input) == true { stopInDebugger() }
    return downstream.receive(input)
  }

  @inlinable func end<D: Subscriber>(_ completion: Subscribers.Completion<Failure>, _ downstream: D)
  where D.Failure == Failure {
    if breakpoint.receiveCompletion?(completion) == true { stopInDebugger() }
    downstream.receive(completion: completion)
  }
}

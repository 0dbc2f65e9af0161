extension Publisher {
  /// Stops in the debugger, with a trap, when one of the closures returns true. Without a debugger, the program ends.
  ///
  /// - Parameters:
  ///   - receiveSubscription: returns whether to stop at the subscription.
  ///   - receiveOutput: returns whether to stop at a value.
  ///   - receiveCompletion: returns whether to stop at the completion.
  @_transparent @_alwaysEmitIntoClient public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger, with a trap, when the upstream fails. Without a debugger, the program ends.
  @_transparent @_alwaysEmitIntoClient public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: {
      if case .failure = $0 { true } else { false }
    })
  }
}

extension Publishers {
  /// Stops in the debugger when a closure returns true, and forwards all events.
  @frozen public struct Breakpoint<Upstream: Publisher>: StatelessPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public var upstream: Upstream { held.value }
    @_alwaysEmitIntoClient let held: Held<Upstream>
    /// Returns whether to stop at the subscription.
    @_alwaysEmitIntoClient public let receiveSubscription: ((any Subscription) -> Bool)?
    /// Returns whether to stop at a value.
    @_alwaysEmitIntoClient public let receiveOutput: ((Output) -> Bool)?
    /// Returns whether to stop at the completion.
    @_alwaysEmitIntoClient public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

    /// Creates the publisher that `breakpoint` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      held = Held(upstream)
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @_alwaysEmitIntoClient var stage: BreakpointStage<Output, Failure> {
      .init(subscription: receiveSubscription, output: receiveOutput, completion: receiveCompletion)
    }
  }
}

@frozen @usableFromInline struct BreakpointStage<Input, Failure: Error>: StatelessStage {
  @usableFromInline typealias Output = Input

  // Not the publisher, which a custom upstream would keep alive together with its subscribers.
  @_alwaysEmitIntoClient let onSubscription: ((any Subscription) -> Bool)?
  @_alwaysEmitIntoClient let onOutput: ((Input) -> Bool)?
  @_alwaysEmitIntoClient let onCompletion: ((Subscribers.Completion<Failure>) -> Bool)?

  @_alwaysEmitIntoClient init(
    subscription: ((any Subscription) -> Bool)?, output: ((Input) -> Bool)?,
    completion: ((Subscribers.Completion<Failure>) -> Bool)?
  ) {
    onSubscription = subscription
    onOutput = output
    onCompletion = completion
  }

  @_alwaysEmitIntoClient var name: StaticString { "Breakpoint" }
  @_alwaysEmitIntoClient var looksAtSubscription: Bool { onSubscription != nil }

  @_alwaysEmitIntoClient func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D) {
    if onSubscription?(subscription.ungated) == true { stopInDebugger() }
    downstream.receive(subscription: subscription)
  }

  @_alwaysEmitIntoClient func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand
  where D.Input == Output {
    if onOutput?(input) == true { stopInDebugger() }
    return downstream.receive(input)
  }

  @_alwaysEmitIntoClient func end<D: Subscriber>(_ completion: Subscribers.Completion<Failure>, _ downstream: D)
  where D.Failure == Failure {
    if onCompletion?(completion) == true { stopInDebugger() }
    downstream.receive(completion: completion)
  }
}

extension Publisher {
  /// Calls a closure for each event, before the event is forwarded.
  ///
  /// - Parameters:
  ///   - receiveSubscription: called with the upstream's subscription.
  ///   - receiveOutput: called with each value.
  ///   - receiveCompletion: called with the completion.
  ///   - receiveCancel: called once, when the downstream cancels.
  ///   - receiveRequest: called with each demand that is requested, or returned for a value. The upstream receives a
  ///     request only after the closure, so a subject drops values that are sent meanwhile, on any thread.
  @_transparent @_alwaysEmitIntoClient public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
  }
}

extension Publishers {
  /// Calls a closure for each event, and forwards the event.
  @frozen public struct HandleEvents<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public var upstream: Upstream { held.value }
    @_alwaysEmitIntoClient let held: Held<Upstream>
    /// Called with the upstream's subscription.
    @_alwaysEmitIntoClient public var receiveSubscription: ((any Subscription) -> Void)?
    /// Called with each value.
    @_alwaysEmitIntoClient public var receiveOutput: ((Output) -> Void)?
    /// Called with the completion.
    @_alwaysEmitIntoClient public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
    /// Called once, when the downstream cancels.
    @_alwaysEmitIntoClient public var receiveCancel: (() -> Void)?
    /// Called with each demand that is requested, or returned for a value.
    @_alwaysEmitIntoClient public var receiveRequest: ((Subscribers.Demand) -> Void)?

    /// Creates the publisher that `handleEvents` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
      receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      held = Held(upstream)
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(
        node: Tap(
          "HandleEvents", downstream, onSubscription: receiveSubscription, onOutput: receiveOutput,
          onReturn: receiveRequest, onCompletion: receiveCompletion, onRequest: receiveRequest,
          onCancel: receiveCancel))
    }
  }
}

/// The subscription of publishers that send one value: ``Just``, and those of an optional and of a result.
///
/// `Stored` is `Output?`. It is a separate parameter because the deinit of a generic class is not specialised: it would
/// look up the metadata of every stored type that is not a parameter, which costs half as much as a subscription.
@usableFromInline final class OnceSource<Stored, Output, Failure: Error>: ErasedSubscription {
  @_alwaysEmitIntoClient let demand = DemandWord()
  @_alwaysEmitIntoClient let name: StaticString
  /// Released by the delivery, or by an earlier `cancel`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var downstream: _ErasedSubscriber<Output, Failure>?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var output: Stored
  /// Guards what is released at the end against mirrors, which any thread may read.
  @_alwaysEmitIntoClient let lock = Lock()

  @_alwaysEmitIntoClient init(
    _ output: Output, _ downstream: consuming _ErasedSubscriber<Output, Failure>, name: StaticString
  )
  where Stored == Output? {
    self.output = output
    self.downstream = consume downstream
    self.name = name
    super.init { me, demand in
      Unmanaged<OnceSource>.fromOpaque(me)._withUnsafeGuaranteedRef { me in
        if let demand { me.serve(demand) } else if me.demand.end() == 0 { me.clear() }
      }
    }
  }

  override var description: String { name.description }
  override var customMirror: Mirror {
    let stored = lock.withLock { output }
    let shown: Any = if let output = stored as? Output { output } else { Output?.none as Any }
    return Mirror(self, unlabeledChildren: [shown], ancestorRepresentation: .suppressed)
  }
}

extension Subscriber {
  /// Receives one value, on demand, and the completion.
  @_alwaysEmitIntoClient @inline(__always) func receive(only output: Input, from name: StaticString) {
    if Self.isCustom { return _erased().receive(only: output, from: name) }
    guard _takesAll else { return receive(subscription: OnceSource(output, _erased(), name: name)) }
    _ = receive(output)
    receive(completion: .finished)
  }

  /// Receives an empty subscription, unless it needs none, and the completion.
  @_alwaysEmitIntoClient @inline(__always) func receive(only completion: Subscribers.Completion<Failure>) {
    if Self.isCustom { return _erased().receive(only: completion) }
    if _takesAll { return receive(completion: completion) }
    let subscription = EmptySubscription()
    receive(subscription: subscription)
    if !subscription.isCancelled { receive(completion: completion) }
  }
}

extension OnceSource where Stored == Output? {
  @_alwaysEmitIntoClient func clear() {
    _ = lock.withLock { output.take() }
    downstream = nil
  }

  @_alwaysEmitIntoClient func serve(_ more: Subscribers.Demand) {
    more.mustNotBeNone(name)
    guard demand.add(more) == 0, let downstream, let output else { return }
    _ = downstream.receive(output)
    let wasOver = demand.end().isOver
    clear()
    if !wasOver { downstream.receive(completion: .finished) }
    // Released after the completion, because the value's deinit may cancel.
    withExtendedLifetime(output) {}
  }
}

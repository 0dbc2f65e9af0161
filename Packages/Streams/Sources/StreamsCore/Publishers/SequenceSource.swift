/// The subscription of ``Publishers/Sequence`` and of ``Record``. It holds an erased subscriber, so the loop is compiled
/// once for each type of sequence, not for each chain.
///
/// The thread that raises the demand from zero delivers until the demand is used up. It owns the other properties while
/// it delivers. `cancel` releases everything if no thread is delivering; otherwise the delivering thread does.
///
/// The stored types are generic parameters, for the reason given at ``OnceSource``: `Whole` is the sequence, `Next` its
/// element and `Rest` its iterator, all three optional.
@usableFromInline final class SequenceSource<Whole, Next, Rest, Element, Failure: Error>: ErasedSubscription {
  @_alwaysEmitIntoClient let demand = DemandWord()
  /// How the stream ends after the last element. Reset at the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var ending: Ending
  @_alwaysEmitIntoClient @exclusivity(unchecked) var downstream: _ErasedSubscriber<Element, Failure>?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var sequence: Whole
  @_alwaysEmitIntoClient @exclusivity(unchecked) var next: Next
  @_alwaysEmitIntoClient @exclusivity(unchecked) var iterator: Rest
  /// Guards what is released at the end against mirrors, which any thread may read.
  @_alwaysEmitIntoClient let lock = Lock()
  /// Whether its mirror also shows the completion.
  @_alwaysEmitIntoClient let isRecord: Bool

  @_alwaysEmitIntoClient init<Elements: Swift.Sequence>(
    _ sequence: Elements, _ first: Element, _ iterator: Elements.Iterator,
    _ downstream: consuming _ErasedSubscriber<Element, Failure>,
    ending: Ending = Ending(Subscribers.Completion<Never>.finished), isRecord: Bool = false
  ) where Whole == Elements?, Next == Element?, Rest == Elements.Iterator?, Element == Elements.Element {
    self.sequence = sequence
    next = first
    self.iterator = iterator
    self.downstream = consume downstream
    self.ending = ending
    self.isRecord = isRecord
    super.init { me, demand in
      Unmanaged<SequenceSource>.fromOpaque(me)._withUnsafeGuaranteedRef { me in
        if let demand { me.serve(demand) } else if me.demand.end() == 0 { me.clear() }
      }
    }
  }

  override var description: String {
    whole.map { String(describing: $0) } ?? (isRecord ? "Cancelled Events" : "Sequence")
  }
  override var customMirror: Mirror {
    let sequence = whole ?? [Element]()
    let end: Subscribers.Completion<Failure> = lock.withLock { ending }.completion()
    return Mirror(
      self, children: isRecord ? ["sequence": sequence, "completion": end] : ["sequence": sequence],
      ancestorRepresentation: .suppressed)
  }

  /// The sequence; nil after the end.
  var whole: Any? {
    Mirror(reflecting: lock.withLock { sequence }).children.first?.value
  }
}

extension SequenceSource {
  @_alwaysEmitIntoClient func clear<Elements: Swift.Sequence>()
  where Whole == Elements?, Next == Element?, Rest == Elements.Iterator?, Element == Elements.Element {
    next = nil
    iterator = nil
    downstream = nil
    let former = lock.withLock {
      defer { (ending, sequence) = (Ending(), nil) }
      return (ending, sequence)
    }
    withExtendedLifetime(former) {}
  }

  @_alwaysEmitIntoClient func serve<Elements: Swift.Sequence>(_ more: Subscribers.Demand)
  where Whole == Elements?, Next == Element?, Rest == Elements.Iterator?, Element == Elements.Element {
    // Not retained: what this thread delivers to stays until it has delivered.
    guard more != .none, demand.add(more) == 0 else { return }
    guard let downstream = downstream.map(Unmanaged.passUnretained) else { return }
    var budget = demand.now
    while budget != 0 {
      if budget.isUnlimited { return serveAll() }
      var left = budget
      while left > 0, !demand.isOver, let value = next {
        next = iterator?.next()
        // A custom iterator may have cancelled.
        if demand.isOver { break }
        left &-= 1
        let more = downstream._withUnsafeGuaranteedRef { $0.receive(value) }
        if more != .none { _ = demand.add(more) }
        if next == nil, !demand.isOver { return complete() }
      }
      guard let rest = demand.subtract(budget) else { return clear() }
      budget = rest
    }
  }

  @_alwaysEmitIntoClient func serveAll<Elements: Swift.Sequence>()
  where Whole == Elements?, Next == Element?, Rest == Elements.Iterator?, Element == Elements.Element {
    guard var rest = iterator, let first = next, let downstream else { return }
    iterator = nil
    next = nil
    _ = downstream.receive(first)
    while !demand.isOver {
      guard let value = rest.next() else { return complete() }
      // A custom iterator may have cancelled.
      if demand.isOver { break }
      _ = downstream.receive(value)
    }
    clear()
  }

  @_alwaysEmitIntoClient func complete<Elements: Swift.Sequence>()
  where Whole == Elements?, Next == Element?, Rest == Elements.Iterator?, Element == Elements.Element {
    let wasOver = demand.end().isOver
    let (downstream, sequence, iterator, ending) = (downstream, sequence, iterator, ending)
    clear()
    if !wasOver { downstream?.receive(completion: ending.completion()) }
    // Released after the completion, because an element's deinit may cancel.
    withExtendedLifetime(sequence) {}
    withExtendedLifetime(iterator) {}
  }
}

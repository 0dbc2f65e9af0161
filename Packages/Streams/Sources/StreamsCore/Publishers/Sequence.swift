extension Publishers {
  /// Sends the elements of a sequence, as they are asked for, and finishes after the last.
  @frozen public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    /// The elements to send.
    public let sequence: Elements

    /// Sends the elements of `sequence`.
    @inlinable public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Elements.Element == S.Input {
      var iterator = sequence.makeIterator()
      if let first = iterator.next() {
        subscriber.receive(subscription: SequenceSource(sequence, first, iterator, subscriber._node()))
      } else {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension Sequence {
  /// Sends the elements, as they are asked for, and finishes after the last.
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

/// The subscription of ``Publishers/Sequence``. It holds a node, so there is one loop for each type of sequence and not
/// one for each chain.
///
/// Whoever raises the demand from zero delivers until it is used up, and everything else belongs to the one who
/// delivers. `cancel` clears up itself when nobody delivers, and leaves it to the one who does otherwise.
@usableFromInline final class SequenceSource<Elements: Swift.Sequence, Failure: Error>: Source {
  @usableFromInline typealias Downstream = _Node<Elements.Element, Failure>

  @usableFromInline let demand = DemandWord()
  @usableFromInline @exclusivity(unchecked) var sequence: Elements?
  @usableFromInline @exclusivity(unchecked) var next: Elements.Element?
  @usableFromInline @exclusivity(unchecked) var iterator: Elements.Iterator?
  @usableFromInline @exclusivity(unchecked) var downstream: Downstream?

  @inlinable init(
    _ sequence: Elements, _ first: Elements.Element, _ iterator: Elements.Iterator, _ downstream: Downstream
  ) {
    self.sequence = sequence
    next = first
    self.iterator = iterator
    self.downstream = downstream
    super.init(
      onRequest: { cast($0, to: Self.self).serve($1) },
      onCancel: {
        let me = cast($0, to: Self.self)
        if me.demand.end() == 0 { me.clear() }
      })
  }

  @inlinable func clear() {
    sequence = nil
    next = nil
    iterator = nil
    downstream = nil
  }

  @inlinable func serve(_ more: Subscribers.Demand) {
    precondition(more != .none, "Publishers.Sequence: a request must ask for at least one value")
    guard demand.add(more) == 0, let downstream else { return }
    var budget = demand.now
    while budget != 0 {
      if budget >> 63 != 0 { return clear() }
      if budget == DemandWord.unlimited { return serveAll(downstream) }
      if !serve(budget, downstream) { return }
      guard let left = demand.subtract(budget) else { return clear() }
      budget = left
    }
  }

  @inlinable func serveAll(_ downstream: Downstream) {
    guard var rest = iterator, let first = next else { return }
    iterator = nil
    next = nil
    _ = downstream.receive(first)
    while !demand.isOver {
      guard let value = rest.next() else { return complete(downstream) }
      _ = downstream.receive(value)
    }
    clear()
  }

  /// Sends `budget` values; false when it is over.
  @inlinable func serve(_ budget: UInt, _ downstream: Downstream) -> Bool {
    var left = budget
    while left > 0 {
      guard let value = next else { return false }
      next = iterator?.next()
      left &-= 1
      let more = downstream.receive(value)
      if more != .none { _ = demand.add(more) }
      if demand.isOver {
        clear()
        return false
      }
      if next == nil {
        complete(downstream)
        return false
      }
    }
    return true
  }

  @inlinable func complete(_ downstream: Downstream) {
    let wasOver = demand.end() >> 63 != 0
    clear()
    if !wasOver { downstream.receive(completion: .finished) }
  }

  override var description: String { sequence.map { String(describing: $0) } ?? "Sequence" }
  override var customMirror: Mirror {
    Mirror(self, children: sequence.map { [("sequence", $0)] } ?? [])
  }
}

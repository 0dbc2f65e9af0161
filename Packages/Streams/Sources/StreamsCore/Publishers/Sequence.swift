extension Publishers {
  /// Sends the elements of a sequence, on demand, and finishes after the last.
  @frozen public struct Sequence<Elements: Swift.Sequence, Failure: Error>: OwnPublisher {
    public typealias Output = Elements.Element

    /// The elements to send.
    @_alwaysEmitIntoClient public let sequence: Elements

    /// Creates a publisher of the elements of `sequence`.
    @_transparent @_alwaysEmitIntoClient public init(sequence: Elements) { self.sequence = sequence }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      var iterator = sequence.makeIterator()
      if let first = iterator.next() {
        node.receive(subscription: SequenceSource(sequence, first, iterator, node))
      } else {
        node.receive(only: .finished)
      }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
  /// Sends the elements, on demand, and finishes after the last.
  ///
  /// As in Combine, operators applied directly to the result, such as `map`, transform all elements at once and return
  /// another `Publishers.Sequence`. For an endless sequence call `eraseToAnyPublisher()` first.
  @_alwaysEmitIntoClient public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

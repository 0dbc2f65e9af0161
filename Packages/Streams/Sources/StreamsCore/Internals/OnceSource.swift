/// The subscription of publishers that send one value: ``Just``, and those of an optional and of a result.
@usableFromInline final class OnceSource<Output, Failure: Error>: Source {
  @usableFromInline let demand = DemandWord()
  @usableFromInline let name: StaticString
  /// Both are let go of by whoever delivers, or by a `cancel` that comes before.
  @usableFromInline @exclusivity(unchecked) var output: Output?
  @usableFromInline @exclusivity(unchecked) var downstream: _Node<Output, Failure>?

  @inlinable init(_ output: Output, _ downstream: _Node<Output, Failure>, name: StaticString) {
    self.output = output
    self.downstream = downstream
    self.name = name
    super.init(
      onRequest: {
        precondition($1 != .none, "\(cast($0, to: Self.self).name): a request must ask for at least one value")
        let me = cast($0, to: Self.self)
        guard me.demand.add($1) == 0, let downstream = me.downstream, let output = me.output else { return }
        me.output = nil
        me.downstream = nil
        _ = downstream.receive(output)
        if me.demand.end() >> 63 == 0 { downstream.receive(completion: .finished) }
      },
      onCancel: {
        let me = cast($0, to: Self.self)
        if me.demand.end() == 0 {
          me.output = nil
          me.downstream = nil
        }
      })
  }

  override var description: String { name.description }
  override var customMirror: Mirror {
    Mirror(self, unlabeledChildren: output.map { CollectionOfOne($0) }.map(Array.init) ?? [])
  }
}

/// The demand of a subscriber before its operator has subscribed to the upstream.
@usableFromInline struct EarlyDemand: ~Copyable {
  private let word = DemandWord()

  @usableFromInline init() {}

  /// Adds demand. Returns false if the upstream's subscription has arrived; the caller then requests from it.
  @usableFromInline borrowing func add(_ demand: Subscribers.Demand) -> Bool { word.add(demand) != nil }

  /// Returns the demand so far. From now on, `add` returns false.
  @usableFromInline borrowing func take() -> Subscribers.Demand {
    let asked = word.end()
    return asked.isOver ? .none : asked.demand
  }
}

/// What a subscriber requests before its operator has subscribed to the upstream.
@usableFromInline struct EarlyDemand: ~Copyable {
  private let word = DemandWord()

  @usableFromInline init() {}

  /// False if the upstream has subscribed: then it is asked itself.
  @usableFromInline borrowing func add(_ demand: Subscribers.Demand) -> Bool { word.add(demand) != nil }

  /// What has been requested; from now on the upstream is asked itself.
  @usableFromInline borrowing func take() -> Subscribers.Demand {
    let asked = word.end()
    return asked == DemandWord.unlimited ? .unlimited : .max(Int(asked))
  }
}

extension Publisher where Failure == Never {
  /// Turns the events of `materialize` back into values and a completion. The first completion event ends the stream.
  ///
  /// It also finishes when its upstream finishes. Demand: forwarded, so a completion event must be requested like a value.
  @_alwaysEmitIntoClient public func dematerialize<Value, E: Error>()
    -> Publishers.MapError<
      Publishers.CompactMap<Publishers.TryPrefixWhile<Self>, Value>, E
    > where Output == MaterializedEvent<Value, E>
  {
    tryPrefix { event in
      switch event {
      case .value: return true
      case .finished: return false
      case .failure(let error): throw error
      }
    }
    .compactMap { $0.value }
    .mapError { error in error as! E }
  }
}

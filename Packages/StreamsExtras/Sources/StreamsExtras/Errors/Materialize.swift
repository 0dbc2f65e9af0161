extension Publisher {
  /// Sends each value and the completion as a ``MaterializedEvent``, then finishes.
  ///
  /// Demand: forwarded. The event of the completion needs demand, too.
  @_alwaysEmitIntoClient public func materialize() -> some Publisher<MaterializedEvent<Output, Failure>, Never> {
    map { MaterializedEvent<Output, Failure>.value($0) }.append(.finished).catch { Just(.failure($0)) }
  }

  /// Sends each value as a success and a failure as the last value, then finishes.
  ///
  /// Demand: forwarded. The failure needs demand, too.
  @_alwaysEmitIntoClient public func mapToResult() -> some Publisher<Result<Output, Failure>, Never> {
    map { Result<Output, Failure>.success($0) }.catch { Just(.failure($0)) }
  }
}

extension Publisher where Failure == Never {
  /// Sends the values of events. Demand: forwarded, plus one for each completion event.
  @_alwaysEmitIntoClient public func eventValues<Value, E: Error>() -> Publishers.CompactMap<Self, Value>
  where Output == MaterializedEvent<Value, E> { compactMap(\.value) }

  /// Sends the errors of events. Demand: forwarded, plus one for each other event.
  @_alwaysEmitIntoClient public func eventFailures<Value, E: Error>() -> Publishers.CompactMap<Self, E>
  where Output == MaterializedEvent<Value, E> { compactMap(\.failure) }
}

extension Publisher {
  /// Sends each value and the end as an event, then finishes. It cannot fail.
  ///
  /// Demand: passed on. The event of the end is sent when it is requested.
  @inlinable public func materialize() -> some Publisher<Event<Output, Failure>, Never> {
    map { Event<Output, Failure>.value($0) }.append(.finished).catch { Just(.failure($0)) }
  }

  /// Sends each value as a success, and a failure as the last value. It cannot fail.
  ///
  /// Demand: passed on. The failure is sent when it is requested; the end comes without.
  @inlinable public func mapToResult() -> some Publisher<Result<Output, Failure>, Never> {
    map { Result<Output, Failure>.success($0) }.catch { Just(.failure($0)) }
  }
}

extension Publisher where Failure == Never {
  /// The values among events that `materialize` made.
  @inlinable public func values<Value, E: Error>() -> Publishers.CompactMap<Self, Value>
  where Output == Event<Value, E> { compactMap(\.value) }

  /// The errors among events that `materialize` made.
  @inlinable public func failures<Value, E: Error>() -> Publishers.CompactMap<Self, E>
  where Output == Event<Value, E> { compactMap(\.failure) }
}

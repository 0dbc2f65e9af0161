// Overloads for when one side cannot fail. They are disfavoured because, at the same rank as the general form, the type
// checker would try every combination in a chain: a second for five `flatMap`s in one expression.

extension Publisher where Failure == Never, Output: Publisher {
  /// Sends the values of the latest inner publisher, and cancels it when the next one arrives. The stream has the error
  /// type of the inner publishers.
  @_disfavoredOverload @_alwaysEmitIntoClient public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// Sends the values of the latest inner publisher, and cancels it when the next one arrives.
  @_disfavoredOverload @_alwaysEmitIntoClient public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Sends the values of the latest inner publisher, and cancels it when the next one arrives. The stream has the error
  /// type of this publisher.
  @_disfavoredOverload @_alwaysEmitIntoClient public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

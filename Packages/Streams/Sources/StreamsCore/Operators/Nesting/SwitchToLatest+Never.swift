// The forms in which one side cannot fail. Disfavoured: on a par with the general form, which also serves where both
// sides cannot fail, they make the type checker try every combination in a chain, a second for five `flatMap` in one
// expression.

extension Publisher where Failure == Never, Output: Publisher {
  /// Sends the values of the latest publisher received, and cancels it when the next one arrives. The failure is that
  /// of those.
  @_disfavoredOverload @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// Sends the values of the latest publisher received, and cancels it when the next one arrives.
  @_disfavoredOverload @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Sends the values of the latest publisher received, and cancels it when the next one arrives. The failure is that
  /// of this publisher.
  @_disfavoredOverload @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

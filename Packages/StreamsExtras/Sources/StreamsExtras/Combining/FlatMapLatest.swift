extension Publisher {
  /// Turns each value into a publisher and sends the values of the newest. Each new one cancels the one before.
  ///
  /// It is `map(transform).switchToLatest()`: it requests unlimited values from its upstream, and finishes when its upstream and the
  /// newest publisher have finished.
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }
}

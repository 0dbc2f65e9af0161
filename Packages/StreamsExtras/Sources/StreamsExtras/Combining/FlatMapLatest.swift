extension Publisher {
  /// Makes a publisher of each value and sends what the newest of them sends. Each new one cancels the one before.
  ///
  /// It is `map(transform).switchToLatest()`: it asks its upstream for everything, and finishes when its upstream and the
  /// newest publisher have finished.
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }
}

extension Publisher {
  /// Turns each value into a publisher and sends the values of the newest. Each new publisher cancels the previous one.
  ///
  /// It is `map(transform).switchToLatest()`, and finishes when its upstream and the newest publisher have finished.
  /// Demand: unlimited for the upstream.
  @_alwaysEmitIntoClient public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }
}

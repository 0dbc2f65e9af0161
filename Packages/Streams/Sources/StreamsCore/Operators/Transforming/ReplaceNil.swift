extension Publisher {
  /// Replaces each nil with `output`, and unwraps the other values.
  @_transparent @_alwaysEmitIntoClient public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T>
  where Output == T? {
    Publishers.Map(upstream: self) { $0 ?? output }
  }
}

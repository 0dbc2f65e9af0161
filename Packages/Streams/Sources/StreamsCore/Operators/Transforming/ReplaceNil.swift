extension Publisher {
  /// Sends `output` in place of each nil, and what is in the other values.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    Publishers.Map(upstream: self) { $0 ?? output }
  }
}

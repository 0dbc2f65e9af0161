extension Publisher where Output == Bool {
  /// Inverts each value. Demand: forwarded.
  @inlinable public func toggle() -> Publishers.Map<Self, Bool> { map { !$0 } }
}

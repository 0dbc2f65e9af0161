extension Publisher where Output == Bool {
  /// Inverts each value. Demand: forwarded.
  @_alwaysEmitIntoClient public func toggle() -> Publishers.Map<Self, Bool> { map { !$0 } }
}

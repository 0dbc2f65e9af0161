extension Publisher {
  /// Unwraps optionals and drops `nil`. Demand: forwarded, plus one for each `nil`.
  @_alwaysEmitIntoClient public func unwrap<Wrapped>() -> Publishers.CompactMap<Self, Wrapped>
  where Output == Wrapped? {
    compactMap { $0 }
  }
}

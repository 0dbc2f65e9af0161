extension Publisher {
  /// Sends what is in the optionals, and drops `nil`. What is dropped is requested again.
  @inlinable public func unwrap<Wrapped>() -> Publishers.CompactMap<Self, Wrapped> where Output == Wrapped? {
    compactMap { $0 }
  }
}

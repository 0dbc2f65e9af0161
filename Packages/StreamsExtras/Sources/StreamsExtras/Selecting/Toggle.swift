extension Publisher where Output == Bool {
  /// Sends `false` for `true`, and `true` for `false`.
  @inlinable public func toggle() -> Publishers.Map<Self, Bool> { map { !$0 } }
}

extension Publisher where Output: Swift.Sequence {
  /// Sends each collection with only those elements that `isIncluded` accepts. CombineExt calls it `filterMany`, too.
  @inlinable public func filterMany(
    _ isIncluded: @escaping (Output.Element) -> Bool
  ) -> Publishers.Map<Self, [Output.Element]> { map { $0.filter(isIncluded) } }

  /// Sends each collection with `transform` applied to its elements. CombineExt calls it `mapMany`, too.
  @inlinable public func mapMany<Result>(
    _ transform: @escaping (Output.Element) -> Result
  ) -> Publishers.Map<Self, [Result]> { map { $0.map(transform) } }
}

extension Publisher where Output: Swift.Sequence {
  /// Filters the elements of each sequence, and sends the result as an array. Demand: forwarded.
  @_alwaysEmitIntoClient public func filterMany(
    _ isIncluded: @escaping (Output.Element) -> Bool
  ) -> Publishers.Map<Self, [Output.Element]> { map { $0.filter(isIncluded) } }

  /// Transforms the elements of each sequence, and sends the result as an array. Demand: forwarded.
  @_alwaysEmitIntoClient public func mapMany<NewOutput>(
    _ transform: @escaping (Output.Element) -> NewOutput
  ) -> Publishers.Map<Self, [NewOutput]> { map { $0.map(transform) } }
}

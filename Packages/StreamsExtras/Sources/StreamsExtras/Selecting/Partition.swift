extension Publisher {
  /// Splits the values in two publishers: the values that `isIncluded` accepts, and the others.
  ///
  /// Both share one upstream subscription, like `share`, and `isIncluded` is called once per value. The first subscriber
  /// subscribes to the upstream. If the upstream sends immediately, the second publisher misses those values.
  ///
  /// Demand: unlimited for the upstream. Values without demand are dropped.
  @_alwaysEmitIntoClient public func partition(
    _ isIncluded: @escaping (Output) -> Bool
  ) -> (matches: some Publisher<Output, Failure>, nonMatches: some Publisher<Output, Failure>) {
    let judged = map { (value: $0, isIncluded: isIncluded($0)) }.share()
    return (
      matches: judged.compactMap { $0.isIncluded ? $0.value : nil },
      nonMatches: judged.compactMap { $0.isIncluded ? nil : $0.value }
    )
  }
}

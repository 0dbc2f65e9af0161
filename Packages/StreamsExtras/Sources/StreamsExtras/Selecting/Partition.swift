extension Publisher {
  /// Two publishers: one of the values that `isIncluded` accepts, and one of the others.
  ///
  /// Both share one subscription to the upstream, as `share` does, and `isIncluded` is called once a value. The upstream is
  /// subscribed when the first of them is, so an upstream that sends immediately sends nothing to the second.
  @inlinable public func partition(
    _ isIncluded: @escaping (Output) -> Bool
  ) -> (matches: some Publisher<Output, Failure>, nonMatches: some Publisher<Output, Failure>) {
    let judged = map { (value: $0, isIncluded: isIncluded($0)) }.share()
    return (
      matches: judged.compactMap { $0.isIncluded ? $0.value : nil },
      nonMatches: judged.compactMap { $0.isIncluded ? nil : $0.value }
    )
  }
}

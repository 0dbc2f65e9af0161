extension Publisher {
  /// Sends each value with the previous one, starting with the second value.
  ///
  /// `3, 5, 4` becomes `(3, 5), (5, 4)`. Demand: forwarded, plus one for the first value.
  @_alwaysEmitIntoClient public func pairwise() -> some Publisher<(Output, Output), Failure> {
    scan((Output?.none, Output?.none)) { ($0.1, $1) }.compactMap { pair in
      if let former = pair.0, let value = pair.1 { (former, value) } else { nil }
    }
  }

  /// Sends each value with the `size - 1` previous ones, oldest first, starting with value number `size`.
  ///
  /// With size 3, `1, 2, 3, 4` becomes `[1, 2, 3], [2, 3, 4]`. Each array takes time and memory in proportion to `size`.
  /// Demand: forwarded, plus one for each of the first `size - 1` values.
  ///
  /// - Parameter size: At least 1; traps otherwise.
  @_alwaysEmitIntoClient public func nwise(_ size: Int) -> some Publisher<[Output], Failure> {
    require(size > 0, "nwise(_:): the size must be at least 1")
    return Deferred {
      var last: [Output] = []
      return self.compactMap { value -> [Output]? in
        if last.count == size { last.removeFirst() }
        last.append(value)
        return last.count == size ? last : nil
      }
    }
  }
}

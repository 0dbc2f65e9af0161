extension Publisher {
  /// Sends each value with the one before it, from the second on.
  ///
  /// `3, 5, 4` becomes `(3, 5), (5, 4)`. Demand: passed on, and one more is requested in place of the first value.
  @inlinable public func pairwise() -> some Publisher<(Output, Output), Failure> {
    Deferred {
      var last: Output?
      return self.compactMap { value in
        defer { last = value }
        return last.map { ($0, value) }
      }
    }
  }

  /// Sends each value with the `size - 1` before it, oldest first, from value number `size` on.
  ///
  /// With 3, the values `1, 2, 3, 4` become `[1, 2, 3], [2, 3, 4]`. Each array takes time and memory in proportion to `size`.
  ///
  /// - Parameter size: At least 1; traps otherwise.
  @inlinable public func nwise(_ size: Int) -> some Publisher<[Output], Failure> {
    precondition(size > 0, "nwise(_:): the size must be at least 1")
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

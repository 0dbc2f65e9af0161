extension Publishers {
  /// Sends `count` whole numbers from `start` on, then finishes. Demand: a number for each request.
  ///
  /// - Parameter count: Traps if it is negative, or if the last number does not fit.
  @inlinable public static func range(start: Int, count: Int) -> Publishers.Sequence<Range<Int>, Never> {
    precondition(count >= 0, "Publishers.range(start:count:): the count must not be negative")
    return Publishers.Sequence(sequence: start..<(start + count))
  }
}

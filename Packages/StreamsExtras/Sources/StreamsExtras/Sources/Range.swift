extension Publishers {
  /// Sends `count` whole numbers from `start` on, then finishes.
  ///
  /// - Parameters:
  ///   - start: The first number. `start + count` must not exceed `Int.max`; traps otherwise.
  ///   - count: How many numbers. Traps if it is negative.
  @inlinable public static func range(start: Int, count: Int) -> Publishers.Sequence<Range<Int>, Never> {
    precondition(count >= 0, "Publishers.range(start:count:): the count must not be negative")
    return Publishers.Sequence(sequence: start..<(start + count))
  }
}

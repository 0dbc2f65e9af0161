extension Publishers {
  /// Sends `count` whole numbers from `start` on, as they are requested, then finishes.
  ///
  /// - Parameters:
  ///   - start: The first number. `start + count` must not exceed `Int.max`; traps otherwise.
  ///   - count: How many numbers. Traps if it is negative.
  @_alwaysEmitIntoClient public static func range(start: Int, count: Int) -> some Publisher<Int, Never> {
    require(count >= 0, "Publishers.range(start:count:): the count must not be negative")
    let (end, overflows) = start.addingReportingOverflow(count)
    require(!overflows, "Publishers.range(start:count:): the last number must be less than Int.max")
    return Publishers.Sequence(sequence: start..<end)
  }
}

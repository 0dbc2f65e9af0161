extension Publisher {
  /// Sends the first `maxLength` values, then finishes. Traps if `maxLength` is negative.
  @_alwaysEmitIntoClient public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    require(maxLength >= 0, "prefix", "the number of values must not be negative")
    return output(in: 0..<maxLength)
  }
}

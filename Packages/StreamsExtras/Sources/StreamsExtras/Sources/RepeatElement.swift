extension Publishers {
  /// Sends `element` repeatedly, as often as it is requested.
  ///
  /// Operators transform each value when it is requested. Those of a `Publishers.Sequence` would transform all values at
  /// once, and never return for an endless sequence.
  ///
  /// - Parameters:
  ///   - element: The value to send.
  ///   - count: How many times. By default practically endless: limit it with `prefix`. Traps if it is negative.
  @_alwaysEmitIntoClient public static func repeatElement<Element>(
    _ element: Element, count: Int = .max
  ) -> some Publisher<Element, Never> {
    require(count >= 0, "Publishers.repeatElement(_:count:): the count must not be negative")
    return Publishers.Sequence(sequence: Swift.repeatElement(element, count: count))
  }
}

extension Publishers {
  /// Sends `element` repeatedly, as often as it is requested.
  ///
  /// - Parameters:
  ///   - element: The value to send.
  ///   - count: How many times. By default practically endless: limit it with `prefix`. Traps if it is negative.
  @inlinable public static func repeatElement<Element>(
    _ element: Element, count: Int = .max
  ) -> Publishers.Sequence<Repeated<Element>, Never> {
    Publishers.Sequence(sequence: Swift.repeatElement(element, count: count))
  }
}

extension Publishers {
  /// Sends `element` again and again, as often as it is requested.
  ///
  /// - Parameter count: How many times. Without it the stream has no end in practice, so take a `prefix` of it.
  @inlinable public static func repeatElement<Element>(
    _ element: Element, count: Int = .max
  ) -> Publishers.Sequence<Repeated<Element>, Never> {
    Publishers.Sequence(sequence: Swift.repeatElement(element, count: count))
  }
}

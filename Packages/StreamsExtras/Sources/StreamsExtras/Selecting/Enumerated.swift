extension Publisher {
  /// Sends each value with its number, counted from 0 for each subscriber. Demand: forwarded.
  @_alwaysEmitIntoClient public func enumerated() -> some Publisher<(offset: Int, element: Output), Failure> {
    scan((offset: -1, element: Output?.none)) { (offset: $0.offset + 1, element: $1) }.compactMap { numbered in
      numbered.element.map { (offset: numbered.offset, element: $0) }
    }
  }
}

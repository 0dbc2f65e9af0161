extension Publisher {
  /// Sends each value with its number, counted from 0 for each subscriber. Demand: forwarded.
  @inlinable public func enumerated() -> some Publisher<(offset: Int, element: Output), Failure> {
    Deferred {
      var next = 0
      return self.map { value in
        defer { next += 1 }
        return (offset: next, element: value)
      }
    }
  }
}

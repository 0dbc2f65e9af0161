extension Publisher where Output: Hashable {
  /// Sends each value once, whenever it comes again. It keeps every value that it has sent, until the end.
  @inlinable public func removeAllDuplicates() -> some Publisher<Output, Failure> { distinct(on: { $0 }) }
}

extension Publisher {
  /// Sends the first value of each key, and drops later ones with the same. It keeps every key, until the end.
  ///
  /// Demand: passed on; what is dropped is requested again. A value takes constant time on average.
  @inlinable public func distinct<Key: Hashable>(
    on key: @escaping (Output) -> Key
  ) -> some Publisher<Output, Failure> {
    Deferred {
      var known: Set<Key> = []
      return self.filter { value in
        let key = key(value)
        return known.insert(key).inserted
      }
    }
  }

  /// Sends the values that equal, as `areEqual` says, none of those sent before. It keeps every value, until the end.
  ///
  /// A value takes time in proportion to the number of values sent before.
  @inlinable public func removeAllDuplicates(
    by areEqual: @escaping (Output, Output) -> Bool
  ) -> some Publisher<Output, Failure> {
    Deferred {
      var known: [Output] = []
      return self.filter { value in
        if known.contains(where: { areEqual($0, value) }) { return false }
        known.append(value)
        return true
      }
    }
  }
}

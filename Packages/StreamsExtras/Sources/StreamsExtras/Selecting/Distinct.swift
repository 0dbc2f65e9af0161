extension Publisher where Output: Hashable {
  /// Drops values that have been sent before. It stores every value until the end.
  ///
  /// A value takes constant time on average. Demand: forwarded, plus one for each dropped value.
  @_alwaysEmitIntoClient public func removeAllDuplicates() -> some Publisher<Output, Failure> { distinct(on: { $0 }) }
}

extension Publisher {
  /// Sends the first value of each key, and drops later values of that key. It stores every key until the end.
  ///
  /// A value takes constant time on average. Demand: forwarded, plus one for each dropped value.
  @_alwaysEmitIntoClient public func distinct<Key: Hashable>(
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

  /// Drops values for which `areEqual` returns true with a value sent before. It stores every value until the end.
  ///
  /// A value takes time in proportion to the number of values sent before. Demand: forwarded, plus one for each dropped value.
  @_alwaysEmitIntoClient public func removeAllDuplicates(
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

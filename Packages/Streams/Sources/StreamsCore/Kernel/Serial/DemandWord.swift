import Synchronization

/// The demand of a subscription and whether it has ended, in one atomic word. In a source, the thread that raises the
/// demand from 0 delivers.
@usableFromInline struct DemandWord: ~Copyable {
  /// One reading of the word: the number of requested values, or `unlimited`, and the flag `over`.
  ///
  /// The width is fixed, because `UInt` has no room for both flags and a large demand on a 32-bit platform.
  @usableFromInline typealias Reading = UInt64

  @_alwaysEmitIntoClient @inline(__always) static var over: Reading { 1 << 63 }
  @_alwaysEmitIntoClient @inline(__always) static var unlimited: Reading { 1 << 62 }

  @_alwaysEmitIntoClient let word = Atomic<Reading>(0)

  @_alwaysEmitIntoClient init() {}

  /// Acquiring, so that a delivery sees what the subscriber has written before its request.
  @_alwaysEmitIntoClient @inline(__always) var now: Reading { word.load(ordering: .acquiring) }
  @_alwaysEmitIntoClient @inline(__always) var isOver: Bool { word.load(ordering: .relaxed).isOver }

  /// The demand as the public type; ``Subscribers/Demand/none`` after the end.
  @usableFromInline var demand: Subscribers.Demand {
    let now = now
    return now.isOver ? .none : now.demand
  }

  /// Adds demand, and returns the former reading, or nil after the end.
  @_alwaysEmitIntoClient borrowing func add(_ demand: Subscribers.Demand) -> Reading? {
    let more = demand == .unlimited ? Self.unlimited : Swift.min(Reading(demand.rawValue), Self.unlimited)
    var old = word.load(ordering: .relaxed)
    while !old.isOver {
      let result = word.compareExchange(
        expected: old, desired: Swift.min(old &+ more, Self.unlimited), ordering: .acquiringAndReleasing)
      if result.exchanged { return old }
      old = result.original
    }
    return nil
  }

  /// Subtracts `count` delivered values, and returns the remaining demand, or nil after the end.
  @_alwaysEmitIntoClient borrowing func subtract(_ count: Reading) -> Reading? {
    var old = word.load(ordering: .acquiring)
    while !old.isOver {
      if old.isUnlimited { return old }
      let result = word.compareExchange(expected: old, desired: old &- count, ordering: .acquiringAndReleasing)
      if result.exchanged { return old &- count }
      old = result.original
    }
    return nil
  }

  /// Subtracts one value. Returns false if there is no demand, or after the end.
  @_alwaysEmitIntoClient @inline(__always) borrowing func takeOne() -> Bool {
    let now = now
    return now.isUnlimited || now != 0 && !now.isOver && subtract(1) != nil
  }

  /// Ends the subscription, and returns the former reading.
  @_alwaysEmitIntoClient @inline(__always) borrowing func end() -> Reading {
    word.bitwiseOr(Self.over, ordering: .sequentiallyConsistent).oldValue
  }

  /// Ends the word, and returns the demand so far; none if it has ended before.
  borrowing func endWithDemand() -> Subscribers.Demand {
    let former = end()
    return former.isOver ? .none : former.demand
  }
}

extension DemandWord.Reading {
  @_alwaysEmitIntoClient @inline(__always) var isOver: Bool { self >= DemandWord.over }
  /// False after the end.
  @_alwaysEmitIntoClient @inline(__always) var isUnlimited: Bool { self == DemandWord.unlimited }

  /// The demand as the public type, if the stream has not ended.
  @usableFromInline var demand: Subscribers.Demand {
    if self == DemandWord.unlimited { return .unlimited }
    return Int(exactly: self).map { .max($0) } ?? .unlimited
  }
}

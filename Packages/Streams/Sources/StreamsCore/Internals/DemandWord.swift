import Synchronization

/// The demand of a subscription and whether it has ended, in one atomic word.
///
/// Bit 63: ended. Bit 62: unlimited. Otherwise the number of requested values. The thread that raises the demand from 0
/// delivers.
@usableFromInline struct DemandWord: ~Copyable {
  @inlinable @inline(__always) static var over: UInt { 1 << 63 }
  @inlinable @inline(__always) static var unlimited: UInt { 1 << 62 }

  @usableFromInline let word: Atomic<UInt>

  /// - Parameter isUnlimited: whether the demand is unlimited from the start.
  @inlinable init(isUnlimited: Bool = false) { word = Atomic(isUnlimited ? Self.unlimited : 0) }

  /// Acquiring, so that a delivery sees what the subscriber has written before its request.
  @inlinable @inline(__always) var now: UInt { word.load(ordering: .acquiring) }
  @inlinable @inline(__always) var isOver: Bool { word.load(ordering: .relaxed) >> 63 != 0 }

  /// The demand as the public type; ``Subscribers/Demand/none`` after the end.
  @usableFromInline var demand: Subscribers.Demand {
    let word = now
    return word >> 63 != 0 ? .none : word == Self.unlimited ? .unlimited : .max(Int(word))
  }

  /// Adds demand, and returns the former demand, or nil after the end.
  @inlinable borrowing func add(_ demand: Subscribers.Demand) -> UInt? {
    let more = Swift.min(demand.rawValue, Self.unlimited)
    var old = word.load(ordering: .relaxed)
    while old >> 63 == 0 {
      let result = word.compareExchange(
        expected: old, desired: Swift.min(old &+ more, Self.unlimited), ordering: .acquiringAndReleasing)
      if result.exchanged { return old }
      old = result.original
    }
    return nil
  }

  /// Subtracts `count` delivered values, and returns the remaining demand, or nil after the end.
  @inlinable borrowing func subtract(_ count: UInt) -> UInt? {
    var old = word.load(ordering: .acquiring)
    while old >> 63 == 0 {
      if old == Self.unlimited { return old }
      let result = word.compareExchange(expected: old, desired: old &- count, ordering: .acquiringAndReleasing)
      if result.exchanged { return old &- count }
      old = result.original
    }
    return nil
  }

  /// Subtracts one value. Returns false if there is no demand, or after the end.
  @inlinable @inline(__always) borrowing func takeOne() -> Bool {
    let now = now
    return now == Self.unlimited || now != 0 && now >> 63 == 0 && subtract(1) != nil
  }

  /// Ends the subscription, and returns the former word.
  @inlinable @inline(__always) borrowing func end() -> UInt {
    word.bitwiseOr(Self.over, ordering: .sequentiallyConsistent).oldValue
  }
}

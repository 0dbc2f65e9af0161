import Synchronization

/// What a subscription shares between threads, in one word: the demand, and whether it is over.
///
/// Bit 63: over. Bit 62: unlimited. Otherwise the number of values wanted. The thread that raises the demand from 0
/// delivers.
@usableFromInline struct DemandWord: ~Copyable {
  @inlinable @inline(__always) static var over: UInt { 1 << 63 }
  @inlinable @inline(__always) static var unlimited: UInt { 1 << 62 }

  @usableFromInline let word: Atomic<UInt>

  /// - Parameter isUnlimited: whether everything is wanted from the beginning.
  @inlinable init(isUnlimited: Bool = false) { word = Atomic(isUnlimited ? Self.unlimited : 0) }

  @inlinable @inline(__always) var now: UInt { word.load(ordering: .relaxed) }
  @inlinable @inline(__always) var isOver: Bool { now >> 63 != 0 }

  /// The demand as the public type, ``Subscribers/Demand/none`` when it is over.
  @usableFromInline var demand: Subscribers.Demand {
    let word = now
    return word >> 63 != 0 ? .none : word == Self.unlimited ? .unlimited : .max(Int(word))
  }

  /// Adds demand and returns what there was before; nil when it is over.
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

  /// Takes out `count` values that were delivered; returns what is left, nil when it is over.
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

  /// Takes one value out; false if none is wanted or it is over.
  @inlinable @inline(__always) borrowing func takeOne() -> Bool {
    let now = now
    return now == Self.unlimited || now != 0 && now >> 63 == 0 && subtract(1) != nil
  }

  /// Ends it and returns what there was before.
  @inlinable @inline(__always) borrowing func end() -> UInt {
    word.bitwiseOr(Self.over, ordering: .sequentiallyConsistent).oldValue
  }
}

import AdoptedTasks

/// The timelines that have got work and that nobody has advanced yet, by who made them.
///
/// Mostly there are none, since tests first schedule and then advance. It is asked at each advance, so that costs no lock.
enum WaitingTimelines {
  /// One of them. No other is ever called the same.
  struct Key: Hashable {
    let maker: Maker
    /// When it got its first work, beside all other timelines.
    let number: UInt64
  }

  private struct State {
    /// Not kept alive: each takes itself out before it goes.
    var byMaker: [Maker: [UInt64: Unmanaged<Timeline>]] = [:]
    var lastNumber: UInt64 = 0
  }

  /// Its lock may be taken under a timeline's.
  private static let state = Guarded(State())

  /// Whether there are any.
  static var areAny: Bool { waiting_timelines_count() != 0 }

  /// A number that is higher than all before.
  static func nextNumber() -> UInt64 {
    state.withLock {
      $0.lastNumber += 1
      return $0.lastNumber
    }
  }

  /// The highest of them.
  static var lastNumber: UInt64 { state.withLock(\.lastNumber) }

  static func add(_ timeline: Timeline, as key: Key) {
    waiting_timelines_add(1)
    state.withLock { $0.byMaker[key.maker, default: [:]][key.number] = .passUnretained(timeline) }
  }

  static func remove(_ key: Key) {
    waiting_timelines_add(-1)
    state.withLock {
      $0.byMaker[key.maker]?[key.number] = nil
      if $0.byMaker[key.maker]?.isEmpty == true { $0.byMaker[key.maker] = nil }
    }
  }

  /// One of them; nil if it has been advanced or is gone.
  static subscript(key: Key) -> Timeline? { state.withLock { $0.byMaker[key.maker]?[key.number]?.unlessGoing } }

  static var all: [Timeline] { state.withLock { $0.byMaker.values.flatMap { $0.values.compactMap(\.unlessGoing) } } }

  /// Whether the deinitialisation of any has begun, and what it has to report is not known yet.
  static var areAnyGoing: Bool {
    let (count, all) = state.withLock { state in
      (
        state.byMaker.values.reduce(0) { $0 + $1.count },
        state.byMaker.values.flatMap { $0.values.compactMap(\.unlessGoing) }
      )
    }
    return all.count < count
  }

  static func all(of maker: Maker) -> [Timeline] {
    state.withLock { $0.byMaker[maker]?.values.compactMap(\.unlessGoing) ?? [] }
  }
}

extension Unmanaged<Timeline> {
  /// The timeline, unless its deinitialisation has begun. It must not have ended.
  fileprivate var unlessGoing: Timeline? {
    retained_unless_going(toOpaque()).map { Self.fromOpaque($0).takeRetainedValue() }
  }
}

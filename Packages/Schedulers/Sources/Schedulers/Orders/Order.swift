extension Timeline {
  /// The order of actions due at one instant and of tasks that can continue.
  public enum Order: Sendable, Hashable {
    /// Tasks in the order in which they became ready, then actions in the order of scheduling: always the same.
    case fifo
    /// A random order, always the same for the same seed.
    case seeded(UInt64)
    /// The order of a list of choices, as returned by ``Timeline/choices``. After the end of the list, the first
    /// alternative is chosen.
    case replay([Int])
  }

  /// The choices made so far, each counted from 0. Pass them to ``Order/replay(_:)`` to repeat the run.
  public var choices: [Int] { state.withLock { $0.chooser.choices.map(\.taken) } }
}

/// Chooses among alternatives, and records the choices.
struct Chooser {
  /// One choice among several alternatives.
  struct Choice {
    /// The chosen alternative, counted from 0.
    let taken: Int
    /// The number of alternatives, at least 2.
    let count: Int
  }

  private let order: Timeline.Order
  private var state: UInt64
  private(set) var choices: [Choice] = []

  init(_ order: Timeline.Order) {
    self.order = order
    if case .seeded(let seed) = order { state = seed } else { state = 0 }
  }

  var isFIFO: Bool { order == .fifo }

  mutating func choose(among count: Int) -> Int {
    guard count > 1 else { return 0 }
    let taken: Int
    switch order {
    case .fifo: return 0
    case .seeded: taken = Int(random() % UInt64(count))
    case .replay(let list): taken = choices.count < list.count ? min(max(0, list[choices.count]), count - 1) : 0
    }
    choices.append(Choice(taken: taken, count: count))
    return taken
  }

  /// SplitMix64.
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

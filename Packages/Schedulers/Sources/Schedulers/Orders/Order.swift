extension Timeline {
  /// The order of actions due at one instant and of tasks that can continue.
  public enum Order: Sendable, Hashable {
    /// Tasks of the timeline in the order in which they became ready, then actions in the order of scheduling: always the same.
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
  private let order: Timeline.Order
  private var random: SeededGenerator
  /// The chosen alternatives, counted from 0, and how many there were, at least 2.
  private(set) var choices: [(taken: Int, count: Int)] = []

  init(_ order: Timeline.Order) {
    self.order = order
    let seed: UInt64 = if case .seeded(let seed) = order { seed } else { 0 }
    random = SeededGenerator(seed: seed)
  }

  var isFIFO: Bool { order == .fifo }

  mutating func choose(among count: Int) -> Int {
    guard count > 1 else { return 0 }
    let taken: Int
    switch order {
    case .fifo: return 0
    case .seeded: taken = Int(random.next() % UInt64(count))
    case .replay(let list): taken = choices.count < list.count ? min(max(0, list[choices.count]), count - 1) : 0
    }
    choices.append((taken, count))
    return taken
  }
}

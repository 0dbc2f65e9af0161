import Schedulers

/// What a task does in a test of virtual time. It needs a second, and touches the timeline more or less often.
public enum Work: String, CaseIterable, Sendable {
  case oneSleep = "one sleep"
  case fiveSleeps = "five sleeps on the clock"
  case mixed = "sleeps, yields, an actor, a group"

  /// How far time moves at once, so that a way that settles by hand meets every sleep at its time.
  static let step = Duration.milliseconds(100)

  /// Performs it where the caller is at work: on the main actor, or anywhere.
  func perform(on timeline: Timeline, isolation _: isolated (any Actor)? = #isolation) async throws {
    switch self {
    case .oneSleep: try await timeline.sleep(for: .seconds(1))
    case .fiveSleeps: for _ in 0..<5 { try await Task.sleep(for: .milliseconds(200), clock: timeline) }
    case .mixed:
      let counter = Counter()
      try await timeline.sleep(for: .milliseconds(500))
      for _ in 0..<6 {
        await Task.yield()
        await counter.add()
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { await counter.add() } }
      }
      try await timeline.sleep(for: .milliseconds(500))
      await Task.yield()
    }
  }

  private actor Counter {
    private var count = 0
    func add() { count += 1 }
  }
}

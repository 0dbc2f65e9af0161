import Schedulers
import Testing

/// A small program with a race, and the same program without it.
struct Race: Sendable, CustomTestStringConvertible {
  /// A run throws this if its result is wrong.
  struct Lost: Error, Equatable {
    let what: String
    init(_ what: String) { self.what = what }
  }

  /// Work on a timeline that throws if it came out wrong.
  enum Body: Sendable {
    case actions(@Sendable (Timeline) throws -> Void)
    case tasks(@Sendable (Timeline) async throws -> Void)

    func run(on timeline: Timeline) async throws {
      switch self {
      case .actions(let body): try body(timeline)
      case .tasks(let body): try await withVirtualTime(on: timeline) { try await body(timeline) }
      }
    }

    func explore(limit: Int) async -> Exploration {
      switch self {
      case .actions(let body): exploreOrders(limit: limit, body)
      case .tasks(let body): await exploreOrders(limit: limit, body)
      }
    }
  }

  let name: String
  let broken: Body
  let fixed: Body

  var testDescription: String { name }

  init(
    _ name: String, broken: @escaping @Sendable (Timeline) throws -> Void,
    fixed: @escaping @Sendable (Timeline) throws -> Void
  ) {
    self.name = name
    self.broken = .actions(broken)
    self.fixed = .actions(fixed)
  }

  init(
    tasks name: String, broken: @escaping @Sendable (Timeline) async throws -> Void,
    fixed: @escaping @Sendable (Timeline) async throws -> Void
  ) {
    self.name = name
    self.broken = .tasks(broken)
    self.fixed = .tasks(fixed)
  }

  static let all = actionRaces + publisherRaces + taskRaces
}

/// A value that the tasks of one body share. Sendable because their timeline runs one at a time.
final class Shared<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

func check(_ isRight: Bool, _ what: String) throws {
  if !isRight { throw Race.Lost(what) }
}

/// Every race is missed in the usual order, found by seeds and by exploring, comes again with its token, and is gone in
/// the form that is right.
@Suite(.timeLimit(.minutes(10))) struct RaceTests {
  @Test func racesHaveDifferentNames() {
    #expect(Race.all.count >= 15)
    expectEqual(Set(Race.all.map(\.name)).count, Race.all.count)
  }

  @Test(arguments: Race.all) func aRaceIsMissedInTheUsualOrder(race: Race) async {
    await #expect(throws: Never.self) { try await race.broken.run(on: Timeline(order: .fifo)) }
  }

  @Test(arguments: Race.all) func aRaceIsFoundByASeedAndReplayed(race: Race) async throws {
    var found: (choices: [Int], error: Race.Lost)?
    for seed in UInt64(0)..<200 where found == nil {
      let timeline = Timeline(order: .seeded(seed))
      do { try await race.broken.run(on: timeline) } catch let error as Race.Lost {
        found = (timeline.choices, error)
      }
    }
    let (choices, error) = try #require(found)
    for _ in 0..<3 {
      let again = Timeline(order: .replay(choices))
      await #expect(throws: error) { try await race.broken.run(on: again) }
      expectEqual(again.choices, choices)
    }
  }

  @Test(arguments: Race.all) func aRaceIsFoundByExploringAllOrders(race: Race) async throws {
    var explored: Exploration?
    await withKnownIssue { explored = await race.broken.explore(limit: 30_000) }
    let result = try #require(explored)
    #expect(result.isComplete)
    #expect(result.failureCount < result.orderCount)
    let failure = try #require(result.firstFailure)
    let error = try #require(failure.error as? Race.Lost)
    await #expect(throws: error) { try await race.broken.run(on: Timeline(order: .replay(failure.choices))) }
  }

  @Test(arguments: Race.all) func aFixedRaceFailsInNoOrder(race: Race) async {
    let result = await race.fixed.explore(limit: 30_000)
    #expect(result.isComplete)
    #expect(result.orderCount > 1)
    expectEqual(result.failureCount, 0)
  }
}

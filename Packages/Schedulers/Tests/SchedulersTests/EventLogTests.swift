import Foundation
import Schedulers
import Testing

struct EventLogTests {
  @Test func logsScheduledRunAndCancelledWork() throws {
    let timeline = Timeline("test")
    timeline.isLogging = true
    timeline.schedule(in: .seconds(1), name: "once") {}
    let timer = timeline.schedule(at: .init(nanoseconds: 500_000_000), every: .seconds(1), name: "tick") {}
    timeline.schedule(in: .seconds(9)) {}.cancel()
    timeline.advance(by: .seconds(2))
    timer.cancel()
    expectEqual(
      timeline.log.map(\.description).joined(separator: "\n"),
      """
      0.0 s scheduled #1 "once" due 1.0 s (\(#filePath):9)
      0.0 s scheduled #2 "tick" due 0.5 s (\(#filePath):10)
      0.0 s scheduled #3 due 9.0 s (\(#filePath):11)
      0.0 s cancelled #3 due 9.0 s (\(#filePath):11)
      0.5 s ran #2 "tick" due 0.5 s (\(#filePath):10)
      1.0 s ran #1 "once" due 1.0 s (\(#filePath):9)
      1.5 s ran #2 "tick" due 1.5 s (\(#filePath):10)
      2.0 s cancelled #2 "tick" due 2.5 s (\(#filePath):10)
      """)
    let decoded = try JSONDecoder().decode([Timeline.Event].self, from: JSONEncoder().encode(timeline.log))
    #expect(decoded == timeline.log && decoded.map(\.description) == timeline.log.map(\.description))
    timeline.isLogging = false
    #expect(timeline.log.isEmpty)
    timeline.schedule {}
    timeline.advance()
    #expect(timeline.log.isEmpty)
  }

  @Test func aNameInALogIsALiteralOnOneLine() {
    let timeline = Timeline()
    timeline.isLogging = true
    timeline.schedule(name: "two\r\nlines\t\u{1B} \"and\" \\, its 😀é") {}
    let text = timeline.log.map(\.description).joined()
    #expect(!text.contains { $0.isNewline })
    let literal = #""two\r\nlines\t\u{1B} \"and\" \\, its 😀é""#
    #expect(text.contains(" scheduled #1 \(literal) due 0.0 s ("))
    expectEqual(timeline.pending.first?.description.contains("an action \(literal) scheduled at"), true)
    expectEqual(timeline.log.first?.name?.contains("two\r\nlines"), true)
  }

  @Test func aTimerWithAnIntervalOfZeroIsLoggedAsRunAndCancelled() {
    let timeline = Timeline()
    timeline.isLogging = true
    let timer = timeline.schedule(at: .init(nanoseconds: 1_000_000_000), every: .zero) {}
    withKnownIssue { timeline.advance(by: .seconds(2)) }
    expectEqual(timeline.log.map(\.kind), [.scheduled, .ran, .cancelled])
    expectEqual(Set(timeline.log.map(\.work)), [1])
    timer.cancel()
    expectEqual(timeline.log.count, 3)
  }

  @Test func turnsOfTasksAreLogged() async throws {
    let timeline = Timeline("test")
    timeline.isLogging = true
    timeline.task {
      try await timeline.sleep(for: .seconds(1))
      timeline.schedule(in: .seconds(1), name: "follow up") {}
    }
    await timeline.advance(by: .seconds(2))
    let log = timeline.log
    expectEqual(
      log.map { "\($0.kind) \($0.name ?? "") #\($0.work) by \($0.cause ?? 0)" },
      [
        "scheduled task #1 by 0", "ran task #1 by 0", "scheduled sleep #2 by 1",
        "ran sleep #2 by 0", "scheduled task #3 by 2", "ran task #3 by 0", "scheduled follow up #4 by 3",
        "ran follow up #4 by 0",
      ])
    expectEqual(log.map { $0.time / 1_000_000_000 }, [0, 0, 0, 1, 1, 1, 1, 2])
  }

  @Test func turnsAndSleepsNameTheirTask() async throws {
    let timeline = Timeline()
    timeline.isLogging = true
    let line: UInt = #line
    timeline.task(name: "loader") {
      async let nap: Void = timeline.sleep(for: .seconds(1))
      try await nap
    }
    timeline.task { try await timeline.sleep(for: .seconds(2)) }
    let plain = Task { try await timeline.sleep(for: .seconds(3)) }
    await timeline.waitForSleepers(1)
    await timeline.advance(by: .seconds(1))
    expectEqual(timeline.pending.map(\.task?.number), [2, nil])
    expectEqual(timeline.pending[0].task?.place, SourcePlace(line: line + 5))
    await timeline.advance(by: .seconds(2))
    let turns = timeline.log.filter { $0.name == "task" }
    #expect(turns.allSatisfy { $0.task != nil && $0.place == $0.task?.place })
    let tasks = Set(turns.map { "\($0.task?.name ?? "") \($0.task?.number ?? 0) \($0.place?.line ?? 0)" })
    expectEqual(tasks, ["loader 1 \(line + 1)", " 2 \(line + 5)"])
    let sleeps = timeline.log.filter { $0.name == "sleep" && $0.kind == .ran }
    expectEqual(sleeps.map(\.task?.number), [1, 2, nil])
    expectEqual(sleeps.map(\.place?.line), [line + 2, line + 5, line + 6])
    let decoded = try JSONDecoder().decode([Timeline.Event].self, from: JSONEncoder().encode(timeline.log))
    expectEqual(decoded, timeline.log)
    try await plain.value
  }

  @Test func aBodyIsATaskFromItsCall() async throws {
    let timeline = Timeline()
    let line: UInt = #line + 1
    try await withVirtualTime(on: timeline) {
      async let nap: Void = timeline.sleep(for: .seconds(1))
      await timeline.advance()
      expectEqual(timeline.pending.map(\.task?.name), ["body"])
      expectEqual(timeline.pending.map(\.task?.place), [SourcePlace(line: line)])
      await timeline.advance(by: .seconds(1))
      try await nap
    }
    let lineOfExploring: UInt = #line + 1
    await exploreOrders { timeline in
      async let nap: Void = timeline.sleep(for: .seconds(1))
      await timeline.advance()
      expectEqual(timeline.pending.map(\.task?.place), [SourcePlace(line: lineOfExploring)])
      await timeline.advance(by: .seconds(1))
      try await nap
    }
  }

  @Test func aLogThatIsRestartedInANestedAdvanceKeepsTheNumbers() async {
    let timeline = Timeline()
    timeline.isLogging = true
    for _ in 0..<3 { timeline.schedule {} }
    timeline.schedule(name: "outer") {
      timeline.schedule(in: .seconds(1)) {
        timeline.task { timeline.schedule(name: "by the task") {} }
        timeline.isLogging = false
        timeline.isLogging = true
      }
      timeline.advance(by: .seconds(1))
      timeline.schedule(name: "after") {}
    }
    await timeline.advance()
    expectEqual(
      timeline.log.map { "\($0.kind) \($0.name ?? "") #\($0.work) by \($0.cause ?? 0)" },
      [
        "ran task #6 by 0", "scheduled by the task #7 by 6", "ran by the task #7 by 0", "scheduled after #8 by 4",
        "ran after #8 by 0",
      ])
  }

  @Test func workFromBeforeTheLogHasItsNumber() {
    let timeline = Timeline()
    timeline.schedule(in: .seconds(1), name: "dropped") {}.cancel()
    timeline.schedule(in: .seconds(1), name: "early") {}
    timeline.isLogging = true
    timeline.schedule(in: .seconds(1), name: "late") {}
    expectEqual(timeline.pending.map(\.sequence), [2, 3])
    timeline.advance(by: .seconds(1))
    expectEqual(
      timeline.log.map { "\($0.kind) \($0.name ?? "") #\($0.work)" },
      [
        "scheduled late #3", "ran early #2", "ran late #3",
      ])
  }
}

import Foundation
@_spi(TestKit) import Schedulers
import SchedulersTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct VirtualTimeTraitTests {
  /// Sendable because the number is reached only under the lock.
  final class Steps: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    func add() { lock.withLock { number += 1 } }
    var count: Int { lock.withLock { number } }
  }

  @Test(.virtualTime, arguments: 0..<50) func plainTasksSettle(_: Int) async throws {
    let timeline = try #require(Timeline.current)
    let steps = Steps()
    try await confirmation { done in
      let task = Task {
        try await timeline.sleep(for: .seconds(1))
        steps.add()
        await Task.yield()
        done()
      }
      await timeline.advance(by: .seconds(1))
      #expect(steps.count == 1)
      task.cancel()
      try await task.value
    }
  }

  @Test(.virtualTime) func schedulersOfTheTestShareItsTime() async throws {
    let timeline = try #require(Timeline.current)
    let queue = DispatchQueue.test
    let loop = RunLoop.test
    #expect(queue.timeline === timeline)
    #expect(loop.timeline === timeline)
    #expect(OperationQueue.test.timeline === timeline)
    #expect(UIScheduler.test.timeline === timeline)
    #expect(VirtualTimeScheduler().timeline === timeline)
    await queue.advance(by: 2)
    #expect(loop.now == loop.now)
    #expect(timeline.now.offset == .seconds(2))
    #expect(timeline.name == "schedulersOfTheTestShareItsTime()")
  }

  @Test(.virtualTime) func synchronousTestsAdvanceToo() throws {
    let timeline = try #require(Timeline.current)
    var ran = false
    timeline.schedule(in: .seconds(1)) { ran = true }
    timeline.advance(by: .seconds(1))
    #expect(ran)
  }

  @MainActor @Test(.virtualTime) func anAdvanceOnTheMainActorEndsBesideAPollingTask() async throws {
    let timeline = try #require(Timeline.current)
    timeline.limitAtInstant = 1000
    let task = timeline.task { while !Task.isCancelled { await Task.yield() } }
    await withKnownIssue {
      await timeline.advance(by: .seconds(1))
    } matching: {
      $0.comments.contains { "\($0)".contains("stands still at 0.0 seconds") }
    }
    task.cancel()
    try await task.value
  }

  @Test(.virtualTime) func theTestIsATaskFromItsPlace() async throws {
    let timeline = try #require(Timeline.current)
    async let nap: Void = timeline.sleep(for: .seconds(1))
    await timeline.advance()
    let task = try #require(timeline.pending.first?.task)
    #expect(task.name == "body")
    #expect(task.place.description == "\(#filePath):\(Test.current?.sourceLocation.line ?? 0)")
    await timeline.advance(by: .seconds(1))
    try await nap
  }

  @Test(.virtualTime(order: .seeded(3))) func anOrderCanBeChosen() async throws {
    let timeline = try #require(Timeline.current)
    var seen = ""
    for letter in "abcdefgh" { timeline.schedule { seen.append(letter) } }
    await timeline.advance()
    #expect(seen.count == 8)
    #expect(seen != "abcdefgh")
  }

  @Test func issuesOfVirtualTimeWithoutArgumentsAreAtTheTest() async throws {
    let test = try #require(Test.current)
    let other = Timeline("other")
    try await withKnownIssue {
      try await VirtualTimeTrait.virtualTime.provideScope(for: test, testCase: nil) {
        other.schedule(in: .seconds(1)) {}
      }
    } matching: {
      $0.description.contains("scheduled work on other") && $0.sourceLocation == test.sourceLocation
    }
  }

  @Test func pendingWorkIsReportedOnRequest() async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await VirtualTimeTrait.virtualTime(checkingPending: true).provideScope(for: test, testCase: nil) {
        Timeline.current?.schedule(in: .seconds(9), name: "forgotten") {}
      }
    } matching: {
      $0.comments.contains { "\($0)".contains("\"forgotten\"") }
        && $0.sourceLocation?.fileName == "VirtualTimeTraitTests.swift"
    }
  }

  @Test(arguments: 0..<10) func checkingPendingWaitsForATaskToBeginItsSleep(_: Int) async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await VirtualTimeTrait.virtualTime(checkingPending: true).provideScope(for: test, testCase: nil) {
        let scheduler = DispatchQueue.test
        Task { try await scheduler.sleep(for: .seconds(1)) }
      }
    } matching: {
      $0.description.contains("1 still pending")
    }
  }

  @Suite(.virtualTime) struct OnASuite {
    @Test func everyTestHasATimelineOfItsOwn() async throws {
      let timeline = try #require(Timeline.current)
      #expect(timeline.name == "everyTestHasATimelineOfItsOwn()")
      await timeline.advance(by: .seconds(1))
      #expect(timeline.now.offset == .seconds(1))
    }
  }

  @MainActor final class Model {
    private(set) var count = 0
    let timeline: Timeline
    init(_ timeline: Timeline) { self.timeline = timeline }

    func start() {
      Task {
        try await timeline.sleep(for: .seconds(1))
        count += 1
        count += await doubled(count)
        try await timeline.sleep(for: .seconds(1))
        count *= 10
      }
    }

    @concurrent private func doubled(_ number: Int) async -> Int {
      await Task.yield()
      return number * 2
    }
  }

  @Test(.virtualTime, arguments: 0..<5) @MainActor func modelsOfTheMainActorSettle(_: Int) async throws {
    let timeline = try #require(Timeline.current)
    let model = Model(timeline)
    model.start()
    await timeline.advance(by: .seconds(1))
    #expect(model.count == 3)
    await timeline.advance(by: .seconds(1))
    #expect(model.count == 30)
  }

  /// An advance took its own hops for tasks that are not at rest, and made ten thousand of them.
  @Test(.virtualTime) @MainActor func anAdvanceOnTheMainActorMakesFewHops() async throws {
    let timeline = try #require(Timeline.current)
    let before = timeline.stamp().order
    await timeline.advance(by: .seconds(1))
    #expect(timeline.stamp().order - before < 10)
  }
}

import Dispatch
import Foundation
import IssueReporting
import Schedulers
import Streams
import Testing

/// Tasks that are nobody's own, on a timeline that adopts them.
@Suite(.timeLimit(.minutes(2))) struct AdoptionTests {
  @Test(arguments: 0..<4) func plainTasksSettle(_: Int) async {
    for _ in 0..<500 {
      let log = Log<Int>()
      await withVirtualTime(adoptingTasks: true) { timeline in
        let task = Task {
          try await timeline.sleep(for: .seconds(1))
          for _ in 0..<5 { await Task.yield() }
          log.add(1)
          let inner = Task.detached {
            try await Task.sleep(for: .seconds(1), clock: timeline)
            log.add(2)
          }
          try await inner.value
        }
        await timeline.advance(by: .seconds(1))
        #expect(log.all == [1])
        await timeline.advance(by: .seconds(1))
        #expect(log.all == [1, 2])
        try? await task.value
      }
    }
  }

  actor Counter {
    var count = 0
    func add() -> Int {
      count += 1
      return count
    }
  }

  /// A task that has called an actor runs on, on the actor's thread: from there its next yield leads to the pool, unless
  /// the task prefers the timeline.
  @Test(arguments: 0..<4) func tasksThatCallAnActorAndThenYieldSettle(_: Int) async {
    for _ in 0..<500 {
      let log = Log<Int>()
      await withVirtualTime(adoptingTasks: true) { timeline in
        let counter = Counter()
        let task = Task {
          try await timeline.sleep(for: .seconds(1))
          for _ in 0..<6 {
            await Task.yield()
            _ = await counter.add()
            await Task.yield()
          }
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { _ = await counter.add() } }
          }
          try await timeline.sleep(for: .seconds(1))
          await Task.yield()
          log.add(await counter.count)
        }
        await timeline.advance(by: .seconds(2))
        #expect(log.all == [9])
        task.cancel()
      }
    }
  }

  @Test func adoptedTasksReturnThrowAndAreCancelled() async {
    struct Wrong: Error {}
    for _ in 0..<200 {
      await withVirtualTime(adoptingTasks: true) { timeline in
        let text = Task<String, Never>(name: "text") { "text \(timeline.now)" }
        let thrown = Task { () -> [Int] in
          try await timeline.sleep(for: .seconds(1))
          throw Wrong()
        }
        let cancelled = Task.detached { try await timeline.sleep(for: .seconds(1)) }
        await timeline.advance()
        cancelled.cancel()
        await timeline.advance(by: .seconds(1))
        #expect(await text.value == "text 0.0 seconds")
        await #expect(throws: Wrong.self) { try await thrown.value }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let inner = await Task { await Task.detached { 5 }.value }.value
        #expect(inner == 5)
      }
    }
  }

  @Test func immediateTasksAreAdoptedFromTheirFirstWait() async {
    for _ in 0..<200 {
      let log = Log<Int>()
      await withVirtualTime(adoptingTasks: true) { timeline in
        let task = Task.immediate {
          log.add(1)
          try await timeline.sleep(for: .seconds(1))
          log.add(2)
        }
        #expect(log.all == [1])
        await timeline.advance(by: .seconds(1))
        #expect(log.all == [1, 2])
        try? await task.value
      }
    }
  }

  @Test func adoptedTasksGoOnAfterTheBody() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = await withVirtualTime(adoptingTasks: true) { timeline in
      let task = Task {
        var sum = 0
        for await value in stream {
          sum += value
          await Task.yield()
        }
        return sum
      }
      await timeline.advance(by: .seconds(1))
      return task
    }
    for value in 1...10 { continuation.yield(value) }
    continuation.finish()
    #expect(await task.value == 55)
  }

  @Test func tasksOfOthersStayWhereTheyAre() async {
    await withVirtualTime(adoptingTasks: true) { timeline in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let task = Task {
        var sum = 0
        for await value in stream { sum += value }
        return sum
      }
      timeline.schedule(in: .seconds(1)) {
        continuation.yield(3)
        continuation.finish()
      }
      await timeline.advance(by: .seconds(1))
      #expect(await task.value == 3)
    }
    // After the body, tasks go to the pool as ever.
    #expect(await Task { 4 }.value == 4)
  }

  @Test(arguments: 0..<4) func bystandersAreNotDisturbed(_: Int) async {
    for _ in 0..<100 {
      let sum = await withTaskGroup(of: Int.self) { group in
        for i in 0..<10 {
          group.addTask {
            await Task.yield()
            return await Task { i }.value
          }
        }
        return await group.reduce(0, +)
      }
      #expect(sum == 45)
    }
  }

  @Test func publishersAndTasksTogether() async {
    let log = Log<String>()
    await withVirtualTime(adoptingTasks: true) { timeline in
      let scheduler = DispatchQueue.test(on: timeline)
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.debounce(for: 1, scheduler: scheduler).sink { value in
        Task {
          try await scheduler.sleep(for: 2)
          log.add("\(value) at \(timeline.now)")
        }
      }
      subject.send(1)
      await scheduler.advance(by: 0.5)
      subject.send(2)
      await scheduler.advance(by: 3)
      #expect(log.all == ["2 at 3.5 seconds"])
      cancellable.cancel()
    }
  }

  #if os(Linux) || os(macOS)
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// In a process of its own, since the place in the runtime is the whole process's.
    @Test func aPlaceThatAnotherHasIsLeftAlone() async {
      await #expect(processExitsWith: .success) {
        let place = try #require(dlsym(nil, "swift_task_enqueueGlobal_hook"))
        place.assumingMemoryBound(to: Hook?.self).pointee = { job, original in original(job) }
        let before = place.load(as: UInt.self)
        let seen = Log<String>()
        await withIssueReporters([IssueRecorder(seen: seen)]) {
          await withVirtualTime("second", adoptingTasks: true) { _ in }
        }
        #expect(seen.all == ["second cannot adopt tasks: another library has taken the place already."])
        #expect(place.load(as: UInt.self) == before)
      }
    }
  #endif
}

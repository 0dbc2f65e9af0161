import Dispatch
import Schedulers
import Testing

/// A task that has slept returns to its actor through the pool. An advance from outside waits for that.
@Suite(.timeLimit(.minutes(10))) struct ReturningSleeperTests {
  @Test func aSleeperOnAnotherExecutorIsAwaited() async throws {
    let timeline = Timeline()
    let sleeper = Sleeper(on: FarExecutor())
    let task = Task { try await sleeper.sleep(on: timeline) }
    await timeline.waitForSleepers()
    await timeline.advance(by: .seconds(1))
    expectEqual(sleeper.steps.all, ["back"])
    try await task.value
  }

  @Test func aCancelledSleeperOnAnotherExecutorIsAwaited() async throws {
    let timeline = Timeline()
    let sleeper = Sleeper(on: FarExecutor())
    let task = Task { try await sleeper.sleep(on: timeline) }
    await timeline.waitForSleepers()
    task.cancel()
    await timeline.advance()
    expectEqual(sleeper.steps.all, ["back"])
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aSleeperOnABlockedActorIsGivenUp() async throws {
    let timeline = Timeline()
    let executor = FarExecutor()
    let sleeper = Sleeper(on: executor)
    let task = Task { try await sleeper.sleep(on: timeline) }
    await timeline.waitForSleepers()
    executor.queue.suspend()
    await timeline.advance(by: .seconds(1))
    expectEqual(timeline.now.offset, .seconds(1))
    executor.queue.resume()
    try await task.value
  }

  actor Sleeper {
    let steps = Log<String>()
    private let executor: FarExecutor

    init(on executor: FarExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func sleep(on timeline: Timeline) async throws {
      defer { steps.add("back") }
      try await timeline.sleep(for: .seconds(1))
    }
  }

  /// Runs jobs on its queue, after passing them through other queues.
  final class FarExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "far")

    func enqueue(_ job: consuming ExecutorJob) { send(UnownedJob(job), hops: 300) }

    private func send(_ job: UnownedJob, hops: Int) {
      guard hops > 0 else {
        return queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
      DispatchQueue.global().async { self.send(job, hops: hops - 1) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  }
}

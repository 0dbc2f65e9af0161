import Dispatch
import Schedulers
import Testing

/// Tasks that run on an executor other than Swift's pool.
@Suite(.timeLimit(.minutes(10))) struct TaskExecutorTests {
  private final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue
    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// Starts a task that sleeps three times.
  private func sleepThrice(on timeline: Timeline, _ queue: DispatchQueue, _ log: Log<Int>) -> Task<Void, any Error> {
    Task(executorPreference: QueueExecutor(queue)) {
      for number in 0..<3 {
        await Task.yield()
        try await timeline.sleep(for: .seconds(1))
        log.add(number)
      }
    }
  }

  /// An advance waits for the main queue, also for the jobs of a task executor.
  @Test func tasksOnTheMainQueueFollowAnAdvance() async throws {
    let timeline = Timeline()
    let log = Log<Int>()
    let task = sleepThrice(on: timeline, .main, log)
    for count in 1...3 {
      await timeline.advance(by: .seconds(1))
      expectEqual(log.all.count, count)
    }
    try await task.value
  }

  @Test func tasksOnAnotherQueueFollowAfterWaitingForTheirSleeps() async throws {
    let timeline = Timeline()
    let log = Log<Int>()
    let task = sleepThrice(on: timeline, DispatchQueue(label: "tasks"), log)
    for _ in 0..<3 {
      await timeline.waitForSleepers(1)
      await timeline.advance(by: .seconds(1))
    }
    try await task.value
    expectEqual(log.all, [0, 1, 2])
  }
}

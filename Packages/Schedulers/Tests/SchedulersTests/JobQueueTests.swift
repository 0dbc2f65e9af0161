import Testing

@testable import Schedulers

struct JobQueueTests {
  /// Keeps the job of a task, so that the test can add it to a queue again and again.
  private final class Keeper: TaskExecutor {
    let jobs = Log<UnownedJob>()
    func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }
  }

  /// As two tasks do that poll in turn: the queue is never empty.
  @Test func aQueueThatIsNeverEmptyReusesItsMemory() {
    let keeper = Keeper()
    Task(executorPreference: keeper) {}
    let job = keeper.jobs.all[0]
    let task = TimelineTask(on: Timeline(), name: nil, at: SourcePlace())
    var queue = JobQueue()
    queue.add(ReadyJob(job: job, task: task))
    for _ in 0..<10_000 {
      queue.add(ReadyJob(job: job, task: task))
      _ = queue.take(0)
    }
    expectEqual(queue.count, 1)
    #expect(queue.jobs.capacity < 200)
    job.runSynchronously(on: keeper.asUnownedTaskExecutor())
  }
}

import StreamsTesting
import Testing

/// A task goes on on another thread after each suspension. These tests fail only where they are optimised.
struct ThreadChangeTests {
  /// Keeps the jobs of its tasks, so that the test chooses the thread that runs them.
  private final class Keeper: TaskExecutor {
    private let kept = Guarded<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      kept.with { $0.append(job) }
    }

    /// Runs the first job. Returns false if there is none.
    @discardableResult func runNext() -> Bool {
      guard let job = kept.with({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
      job.runSynchronously(on: asUnownedTaskExecutor())
      return true
    }
  }

  /// The task sends 1, then 3 after a suspension. Meanwhile the test sends 2, and its delivery lets another thread send 3.
  /// That must wait for the delivery, as a value of another thread does, and not be delivered at once, as a reentrant one.
  private func expectOrder(_ subject: some Subject<Int, Never> & SendableMetatype) {
    let keeper = Keeper()
    let log = Guarded<[Int]>([])
    let cancellable = subject.sink { value in
      if value == 2 { Races.concurrently(1) { _ in while keeper.runNext() {} } }
      log.with { $0.append(value) }
    }
    // In a box, because Combine's subjects are not Sendable.
    let box = Guarded(subject)
    Task(executorPreference: keeper) {
      let subject = box.value
      for value in [1, 3] {
        await Task.yield()
        subject.send(value)
      }
    }
    while !log.value.contains(1) { keeper.runNext() }
    subject.send(2)
    cancellable.cancel()
    #expect(log.value.suffix(3) == [1, 2, 3])
  }

  @Test func aTaskSendsToACurrentValueSubjectFromTwoThreads() { expectOrder(CurrentValueSubject(0)) }

  @Test func aTaskSendsToAPassthroughSubjectFromTwoThreads() { expectOrder(PassthroughSubject()) }
}

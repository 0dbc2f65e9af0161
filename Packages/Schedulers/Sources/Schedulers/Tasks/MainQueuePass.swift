import Dispatch

/// Brings a task of the main actor behind all that waits for the main queue now.
///
/// An actor, since a task that prefers a timeline would come back from a continuation by way of the timeline: an advance
/// would take its own hop for a sign that tasks are not at rest.
actor MainQueuePass {
  static let shared = MainQueuePass()

  nonisolated var unownedExecutor: UnownedSerialExecutor { MainQueueExecutor.shared.asUnownedSerialExecutor() }

  /// Never inlined, since the optimizer takes out a hop after which nothing is done.
  @inline(never) func pass() {}
}

private final class MainQueueExecutor: SerialExecutor {
  static let shared = MainQueueExecutor()

  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

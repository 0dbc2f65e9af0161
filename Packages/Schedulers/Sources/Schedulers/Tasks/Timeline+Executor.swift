@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Timeline: TaskExecutor {
  /// Enqueues a job of a task. The runtime calls this.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if addWork({ $0.enqueue(job) }) { startHost() }
  }
}

extension Timeline {
  func run(_ job: ReadyJob) {
    if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *) {
      job.job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

extension TimelineState {
  /// Adds a job. Returns whether a thread is needed to drive.
  mutating func enqueue(_ job: UnownedJob) -> Bool {
    jobs.add(ReadyJob(job: job, turn: logReady()))
    contacts &+= 1
    return driver == nil && jobs.callHost()
  }
}

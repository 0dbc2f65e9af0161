/// A piece of a task that can run now.
struct ReadyJob {
  let job: UnownedJob
  /// The executor of the actor for which it must run; nil for a task of no actor.
  let actorExecutor: TimelineActorExecutor?
  /// Whether it is the first piece of a task that has just been adopted.
  var isAdopted = false
}

/// Jobs in the order in which they came.
struct ReadyJobs {
  private var jobs: [ReadyJob] = []
  private var head = 0

  @inline(__always) var isEmpty: Bool { head == jobs.count }
  var count: Int { jobs.count - head }

  mutating func add(_ job: ReadyJob) { jobs.append(job) }

  mutating func takeFirst() -> ReadyJob {
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    }
    return job
  }

  /// Takes the job that came as number `index` of those that are left.
  mutating func take(_ index: Int) -> ReadyJob { index == 0 ? takeFirst() : jobs.remove(at: head + index) }
}

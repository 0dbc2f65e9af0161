/// A job of a task that can run now.
struct ReadyJob {
  let job: UnownedJob
  /// The executor of the actor for which it must run; nil for a task of no actor.
  let actorExecutor: TimelineActorExecutor?
  /// Its number in the log, if there is one.
  var turn: UInt64?
}

/// Jobs in the order in which they came, and the advances that tasks wait for.
struct JobQueue {
  private var jobs: [ReadyJob] = []
  private var head = 0
  /// How many of the jobs are for an actor on the timeline's own executor.
  private var actorJobCount = 0
  /// Whether such a job is running: then no other may, in an advance within that job.
  private var isActorBusy = false

  private var requests: [Request] = []
  private var firstRequest = 0
  /// The request that is being carried out.
  var serving: Request?

  /// Bodies in `run(_:)`: a thread must drive whenever a job comes.
  private(set) var hostedBodies = 0
  private var isHostComing = false

  // MARK: Jobs

  var isEmpty: Bool { head == jobs.count }
  var count: Int { jobs.count - head }

  /// Whether there is nothing to do: no job, and no request.
  @inline(__always) var isIdle: Bool { head == jobs.count && firstRequest == requests.count && serving == nil }

  /// How many jobs may run now.
  @inline(__always) var runnableCount: Int { isActorBusy ? count - actorJobCount : count }

  mutating func add(_ job: ReadyJob) {
    if job.actorExecutor != nil { actorJobCount += 1 }
    jobs.append(job)
  }

  /// Takes the job that came as number `index` of those that may run.
  mutating func take(_ index: Int) -> ReadyJob {
    let place = isActorBusy ? indexOfOther(index) : head + index
    let job = jobs[place]
    if place == head { head += 1 } else { jobs.remove(at: place) }
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    }
    if job.actorExecutor != nil {
      actorJobCount -= 1
      isActorBusy = true
    }
    return job
  }

  private func indexOfOther(_ index: Int) -> Int {
    jobs.indices.lazy.filter { $0 >= head && jobs[$0].actorExecutor == nil }.dropFirst(index).first ?? head
  }

  /// A job of an actor has ended.
  mutating func endActorJob() { isActorBusy = false }

  // MARK: Requests

  mutating func add(_ request: Request) { requests.append(request) }

  mutating func takeRequest() -> Request? {
    guard firstRequest < requests.count else { return nil }
    let request = requests[firstRequest]
    firstRequest += 1
    if firstRequest == requests.count {
      requests.removeAll(keepingCapacity: true)
      firstRequest = 0
    }
    return request
  }

  // MARK: The host

  /// Whether a thread of the timeline's own drives whenever a job comes.
  var areHosted: Bool { hostedBodies > 0 }

  mutating func beginBody() { hostedBodies += 1 }
  mutating func endBody() { hostedBodies -= 1 }

  /// Whether a thread must be called to drive: a body in `run` waits, and none is called yet.
  mutating func callHost() -> Bool {
    guard hostedBodies > 0, !isHostComing else { return false }
    isHostComing = true
    return true
  }

  mutating func hostHasCome() { isHostComing = false }
}

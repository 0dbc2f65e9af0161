/// A job of a task that can run now.
struct ReadyJob {
  let job: UnownedJob
  /// The executor of the actor for which it must run; nil for a task of no actor.
  let actorExecutor: TimelineActorExecutor?
  /// The number in the log, if there is one.
  var turn: UInt64?
}

/// A walk that a task has requested while a thread drives.
struct Request {
  var walk: Walk
  let done: @Sendable (Walk) -> Void
}

/// Ready jobs, in order of arrival, and the walks that tasks wait for.
struct JobQueue {
  private var jobs: [ReadyJob] = []
  private var head = 0
  /// The number of jobs for an actor on the timeline's actor executor.
  private var actorJobCount = 0
  /// Whether such a job is running. No other one may then run in an advance inside that job.
  private var isActorBusy = false

  private var requests: [Request] = []
  private var firstRequest = 0
  /// The current request.
  var serving: Request?

  /// The number of bodies in `withVirtualTime`. A thread must then drive whenever a job arrives.
  private(set) var hostedBodies = 0
  private var isHostComing = false

  // MARK: Jobs

  var isEmpty: Bool { head == jobs.count }
  var count: Int { jobs.count - head }

  /// Whether there is neither a job nor a request.
  @inline(__always) var isIdle: Bool { head == jobs.count && firstRequest == requests.count && serving == nil }

  /// The number of jobs that may run now.
  @inline(__always) var runnableCount: Int { isActorBusy ? count - actorJobCount : count }

  mutating func add(_ job: ReadyJob) {
    if job.actorExecutor != nil { actorJobCount += 1 }
    jobs.append(job)
  }

  /// Removes and returns the job at `index` of those that may run.
  mutating func take(_ index: Int) -> ReadyJob {
    let place = isActorBusy ? indexOfOther(index) : head + index
    let job = jobs[place]
    if place == head { head += 1 } else { jobs.remove(at: place) }
    if head == jobs.count || (head > 64 && head > jobs.count / 2) { dropTaken() }
    if job.actorExecutor != nil {
      actorJobCount -= 1
      isActorBusy = true
    }
    return job
  }

  /// Removes the places of jobs that were taken. Moves fewer jobs than those.
  private mutating func dropTaken() {
    jobs.removeSubrange(..<head)
    head = 0
  }

  /// The number of places in memory, with those of jobs that were taken.
  var placeCount: Int { jobs.count }

  private func indexOfOther(_ index: Int) -> Int {
    jobs.indices.lazy.filter { $0 >= head && jobs[$0].actorExecutor == nil }.dropFirst(index).first ?? head
  }

  /// Called when a job of an actor has ended.
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

  /// Whether a thread of the timeline drives whenever a job arrives.
  var areHosted: Bool { hostedBodies > 0 }

  mutating func beginBody() { hostedBodies += 1 }
  mutating func endBody() { hostedBodies -= 1 }

  /// Returns whether a thread must be called to drive: a body waits, and no thread has been called yet.
  mutating func callHost() -> Bool {
    guard hostedBodies > 0, !isHostComing else { return false }
    isHostComing = true
    return true
  }

  mutating func hostHasCome() { isHostComing = false }
}

import Dispatch

/// A job of a task that can run now.
struct ReadyJob {
  let job: UnownedJob
  let task: TimelineTask
  /// The number in the log, if there is one.
  var turn: UInt64?

  var record: Record { Record(name: "task", place: task.origin.place, task: task.origin) }

  func run() {
    if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *) {
      job.runSynchronously(on: task.asUnownedTaskExecutor())
    }
  }
}

/// A walk that a task has requested from the thread that drives, and runs the task.
struct Request {
  var walk: Walk
  let done: @Sendable (Walk) -> Void
}

/// Ready jobs, in order of arrival, and the walks that tasks wait for.
struct JobQueue {
  /// A slice, so that removing the first job moves no others.
  private(set) var jobs: ArraySlice<ReadyJob> = []

  var requests: [Request] = []
  /// The current request.
  var serving: Request?
  /// Resumes tasks that wait until no thread drives.
  var waiting: [@Sendable () -> Void] = []

  /// The number of bodies in `withVirtualTime`. A thread must then drive whenever a job arrives.
  var hostedBodies = 0
  /// Whether a thread has been called to drive, and has not come yet.
  var isHostComing = false
  lazy private(set) var hostQueue = DispatchQueue(label: "Timeline.run")

  // MARK: Jobs

  var isEmpty: Bool { jobs.isEmpty }
  var count: Int { jobs.count }

  /// Whether there is neither a job nor a request.
  @inline(__always) var isIdle: Bool { jobs.isEmpty && requests.isEmpty && serving == nil }

  mutating func add(_ job: ReadyJob) { jobs.append(job) }

  /// Removes and returns the job at `index`.
  mutating func take(_ index: Int) -> ReadyJob {
    // The slice would keep the removed jobs.
    defer { if jobs.isEmpty { jobs = [] } }
    return index == 0 ? jobs.removeFirst() : jobs.remove(at: jobs.startIndex + index)
  }

  // MARK: The host

  /// Whether a thread of the timeline drives whenever a job arrives.
  var areHosted: Bool { hostedBodies > 0 }

  /// Returns whether a thread must be called to drive: a job is ready, a body waits, and none is coming.
  mutating func callHost() -> Bool {
    guard !jobs.isEmpty, areHosted, !isHostComing else { return false }
    isHostComing = true
    return true
  }
}

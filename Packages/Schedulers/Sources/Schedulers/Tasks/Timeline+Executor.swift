@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Timeline: TaskExecutor {
  /// Enqueues a job of a task. The runtime calls this.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(ReadyJob(job: UnownedJob(job), actorExecutor: nil))
  }

  /// The executor for actors that run on this timeline. It retains the timeline.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  public var actorExecutor: TimelineActorExecutor {
    knownActorExecutor.withLock { known in
      if let executor = known.executor { return executor }
      let executor = TimelineActorExecutor(timeline: self)
      known.executor = executor
      return executor
    }
  }
}

/// An executor that runs actors on a timeline. Return it as an actor's `unownedExecutor`, and keep it in the actor.
///
/// A separate class, because jobs enqueued for an actor must run on that actor's executor.
public final class TimelineActorExecutor: SerialExecutor {
  /// The timeline that runs the actors.
  public let timeline: Timeline

  init(timeline: Timeline) { self.timeline = timeline }

  /// Enqueues a job of an actor. The runtime calls this.
  ///
  /// Needs macOS 14, iOS 17, tvOS 17 or watchOS 10.
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
  public func enqueue(_ job: consuming ExecutorJob) {
    timeline.enqueue(ReadyJob(job: UnownedJob(job), actorExecutor: self))
  }

  /// Returns an unowned reference to this executor, for actors.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// The actor executor of a timeline, while an actor keeps it.
struct KnownActorExecutor {
  weak var executor: TimelineActorExecutor?
}

extension Timeline {
  func enqueue(_ job: ReadyJob) {
    let (isFirst, wantsHost) = state.withLock { $0.enqueue(job) }
    if isFirst { introduceToCurrent() }
    if wantsHost { startHost() }
  }

  func run(_ job: ReadyJob) {
    if let executor = job.actorExecutor {
      job.job.runSynchronously(on: executor.asUnownedSerialExecutor())
      state.withLock { $0.jobs.endActorJob() }
    } else if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *) {
      job.job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

extension TimelineState {
  /// Adds a job. Returns whether it is the first work here, and whether a thread is needed to drive.
  mutating func enqueue(_ job: ReadyJob) -> (isFirst: Bool, wantsHost: Bool) {
    let isFirst = awaitsFirstWork && jobs.isEmpty && !jobs.areHosted
    var job = job
    if events != nil { job.turn = logReady() }
    jobs.add(job)
    contacts &+= 1
    return (isFirst, driver == nil && jobs.callHost())
  }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Timeline: TaskExecutor {
  /// Takes a piece of a task, to run it in its turn: for the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(ReadyJob(job: UnownedJob(job), actorExecutor: nil))
  }

  /// An executor for actors that shall live on this timeline. It keeps the timeline.
  public var actorExecutor: TimelineActorExecutor {
    lock.withLock {
      if let known = knownActorExecutor { return known }
      let executor = TimelineActorExecutor(timeline: self)
      knownActorExecutor = executor
      return executor
    }
  }
}

/// Runs actors on a timeline: return it as an actor's `unownedExecutor`, and keep it in the actor.
///
/// A class of its own, since what is enqueued for an actor must run as that actor's executor.
public final class TimelineActorExecutor: SerialExecutor {
  /// The timeline that runs the actors.
  public let timeline: Timeline

  init(timeline: Timeline) { self.timeline = timeline }

  /// Takes a piece of work of an actor, to run it in its turn: for the runtime.
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
  public func enqueue(_ job: consuming ExecutorJob) {
    timeline.enqueue(ReadyJob(job: UnownedJob(job), actorExecutor: self))
  }

  /// This executor, as actors refer to it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

extension Timeline {
  func enqueue(_ job: ReadyJob) {
    lock.lock()
    if !isDriven, hostedBodies == 0, !hasAdopted, ready.isEmpty { noteFirstWork() }
    ready.add(job)
    contacts &+= 1
    let host = wantsHost()
    lock.unlock()
    if host { startHost() }
  }

  /// Lock held on entry and exit, not while the job runs.
  func run(_ job: ReadyJob) {
    lock.unlock()
    if let executor = job.actorExecutor {
      job.job.runSynchronously(on: executor.asUnownedSerialExecutor())
    } else if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *) {
      if job.isAdopted { own(job.job) }
      job.job.runSynchronously(on: asUnownedTaskExecutor())
    }
    lock.lock()
  }

  /// Runs the jobs of tasks that are ready, until none is, or the steps at this instant are used up. Lock held on entry
  /// and exit.
  func runReadyJobs() {
    while !ready.isEmpty, stepsLeft > 0 {
      stepsLeft &-= 1
      run(ready.take(chooser.isFIFO ? 0 : chooser.choose(among: ready.count)))
    }
  }
}

extension Timeline {
  /// The start of a task of a timeline. The tasks that it starts with `async let` and in task groups count as the same.
  public struct TaskOrigin: Sendable, Codable, Hashable {
    /// The number among the tasks of the timeline, from 1.
    public let number: Int
    /// The name, if it has one.
    public let name: String?
    /// The place that has started the task.
    public let place: SourcePlace
  }
}

/// The executor of one task, by which the timeline knows its jobs.
final class TimelineTask: Sendable {
  private let timeline: Timeline
  let origin: Timeline.TaskOrigin

  init(on timeline: Timeline, name: String?, at place: SourcePlace) {
    self.timeline = timeline
    let number = timeline.state.withLock { state in
      state.taskCount += 1
      return state.taskCount
    }
    origin = Timeline.TaskOrigin(number: number, name: name, place: place)
  }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension TimelineTask: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if timeline.addWork({ $0.enqueue(ReadyJob(job: job, task: self)) }) { timeline.startHost() }
  }
}

extension TimelineState {
  /// Adds a job. Returns whether a thread is needed to drive.
  mutating func enqueue(_ job: ReadyJob) -> Bool {
    var job = job
    job.turn = logReady(job)
    jobs.add(job)
    contacts &+= 1
    return driver == nil && jobs.callHost()
  }
}

import AdoptedTasks

/// Which timeline the calling thread runs jobs and actions for, if that timeline adopts.
enum DrivingThread {
  static var timeline: Timeline? {
    driving_thread_get().map { Unmanaged<Timeline>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What the thread drove before.
  struct Mark {
    fileprivate let before: Timeline?

    func remove() { DrivingThread.set(before) }
  }

  /// Says that what this thread starts is the timeline's, until the mark is removed. The timeline is not kept.
  static func mark(_ timeline: Timeline) -> Mark {
    defer { set(timeline) }
    return Mark(before: DrivingThread.timeline)
  }

  private static func set(_ timeline: Timeline?) {
    driving_thread_set(timeline.map { Unmanaged.passUnretained($0).toOpaque() })
  }
}

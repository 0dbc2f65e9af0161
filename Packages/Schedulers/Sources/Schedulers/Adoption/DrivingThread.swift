import AdoptedTasks

/// Which timeline the calling thread runs jobs and actions for, if that timeline adopts.
enum DrivingThread {
  static var timeline: Timeline? {
    driving_thread_get().map { Unmanaged<Timeline>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The timeline is not kept: whoever sets it keeps it until the next call.
  static func set(_ timeline: Timeline?) {
    driving_thread_set(timeline.map { Unmanaged.passUnretained($0).toOpaque() })
  }
}

import Foundation

/// Watches what is made through the kit while it is current.
///
/// Sendable because what changes is guarded by `lock`.
public final class LeakScope: @unchecked Sendable {
  /// The scope of the current task, inside ``withLeakCheck(fileID:filePath:line:column:_:)``.
  @TaskLocal static var current: LeakScope?

  /// Something that must be over at the end.
  struct Watched {
    /// A line for messages if it is still alive.
    let complaint: () -> String?
  }

  private let lock = NSLock()
  private var watched: [Watched] = []
  private var timelines: [Timeline] = []

  func watch(_ timeline: Timeline) {
    lock.withLock { if !timelines.contains(where: { $0 === timeline }) { timelines.append(timeline) } }
  }

  func watch<Output, Failure>(_ recorder: Recorder<Output, Failure>) {
    let place = recorder.subscriber.place
    add { [weak recorder, weak subscriber = recorder.subscriber] in
      recorder?.checkExhausted()
      guard let subscriber, subscriber.isAlive else { return nil }
      return "the recording of \(subscriber.name) made at \(place)"
    }
  }

  func add(_ complaint: @escaping () -> String?) { lock.withLock { watched.append(Watched(complaint: complaint)) } }

  /// What is still alive, a line each.
  func leaks() -> [String] {
    let (watched, timelines) = lock.withLock { (self.watched, self.timelines) }
    let pending = timelines.flatMap { timeline in
      timeline.pending.filter { ($0.interval != nil || $0.isSleep) && !$0.isBackground }
        .map { "\($0) on \(timeline.name)" }
    }
    return watched.compactMap { $0.complaint() } + pending
  }
}

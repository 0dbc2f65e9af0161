import Foundation

/// Watches the objects that the kit creates while it is current.
///
/// Sendable because `lock` guards its mutable state.
final class LeakScope: @unchecked Sendable {
  @TaskLocal static var current: LeakScope?

  private let lock = NSLock()
  /// Each returns a line for messages if its object is still alive.
  private var complaints: [() -> String?] = []
  /// The timelines, each with the last work pending before, by its position in scheduling order.
  private var timelines: [(timeline: Timeline, known: UInt64)] = []

  init(_ timelines: [Timeline]) {
    for timeline in timelines { watch(timeline) }
  }

  var watched: [Timeline] { lock.withLock { timelines.map(\.timeline) } }

  /// Watches for timers and sleeps that are scheduled from now on.
  func watch(_ timeline: Timeline) {
    if lock.withLock({ isWatched(timeline) }) { return }
    let newest = timeline.pending.map(\.sequence).max() ?? 0
    lock.withLock { if !isWatched(timeline) { timelines.append((timeline, newest)) } }
  }

  private func isWatched(_ timeline: Timeline) -> Bool { timelines.contains { $0.timeline === timeline } }

  func watch<Output, Failure>(_ recorder: Recorder<Output, Failure>) {
    let place = recorder.subscriber.place
    add { [weak subscriber = recorder.subscriber] in
      guard let subscriber, subscriber.isAlive else { return nil }
      return "the recording of \(subscriber.name), made at \(place)"
    }
  }

  func watch<Output, Failure>(_ feed: Feed<Output, Failure>, of publisher: String, place: SourcePlace) {
    add { [weak feed] in
      guard let feed, feed.isAlive else { return nil }
      return "a subscription to the \(publisher) made at \(place): \(feed.log)"
    }
  }

  private func add(_ complaint: @escaping () -> String?) { lock.withLock { complaints.append(complaint) } }

  func end(at place: SourcePlace) {
    let (complaints, timelines) = lock.withLock { (self.complaints, self.timelines) }
    var alive = complaints.compactMap { $0() }
    for (timeline, known) in timelines {
      alive += timeline.pending.filter { ($0.interval != nil || $0.isSleep) && !$0.isBackground && $0.sequence > known }
        .map { "\($0), on \(timeline.name)" }
    }
    guard !alive.isEmpty else { return }
    let list =
      alive.prefix(20).map { "\n  \($0)" }.joined() + (alive.count > 20 ? "\n  and \(alive.count - 20) more" : "")
    place.report("Still alive at the end of the scope:\(list)")
  }
}

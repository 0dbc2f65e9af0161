import Foundation
@_spi(TestKit) import Schedulers

/// Runs `body`, and reports an issue at the caller's line if anything that the kit created inside it outlives it: a
/// recording, a subscription to a test publisher, or a timer or sleep on a timeline that was created or used in it.
///
/// ```swift
/// withLeakCheck {
///   let scheduler = VirtualTimeScheduler()
///   let recorder = scheduler.record(scheduler.cold("-a|"))
///   scheduler.run()
///   recorder.expect(toEqual: "-a|")
/// }
/// ```
///
/// It checks every timeline created in the scope, by its task or a task started there, alone or behind a test
/// scheduler. It also checks the current timeline, timelines on which the kit records, feeds or expects, and those
/// passed to it. Timers and sleeps that were already pending do not count, nor does one-shot work.
///
/// Anything that has ended or was cancelled does not count either. If `body` throws, nothing is checked. The scope
/// follows the task, so it works for tests that run in parallel.
public func withLeakCheck<R>(
  _ timelines: Timeline..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () throws -> R
) rethrows -> R {
  let scope = LeakScope(timelines + [Timeline.current].compactMap { $0 })
  let result = try Timeline.$observer.withValue(scope, operation: body)
  scope.end(at: SourcePlace(fileID, filePath, line, column))
  return result
}

/// Runs `body`, and reports an issue if anything that the kit created inside it outlives it. Tasks settle first, as in
/// `Timeline.advance(by:isolation:)`, so a sleep that a task begins right after `body` counts. For plain tasks, this is not
/// measured on Apple's systems.
public func withLeakCheck<R>(
  _ timelines: Timeline..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () async throws -> R
) async rethrows -> R {
  let scope = LeakScope(timelines + [Timeline.current].compactMap { $0 })
  let result = try await Timeline.$observer.withValue(scope, operation: body)
  await Timeline.letTasksSettle(on: scope.watched)
  scope.end(at: SourcePlace(fileID, filePath, line, column))
  return result
}

/// Watches the objects that the kit creates while it is current.
///
/// Sendable because `lock` guards its mutable state.
final class LeakScope: TimelineObserver, @unchecked Sendable {
  static var current: LeakScope? { Timeline.observer as? LeakScope }

  private let lock = NSLock()
  /// Each returns a line for messages if its object is still alive.
  private var complaints: [() -> String?] = []
  /// The timelines, each with the last work pending before, by its position in scheduling order.
  private var timelines: [(timeline: Timeline, known: UInt64)] = []
  private var identities: Set<ObjectIdentifier> = []

  init(_ timelines: [Timeline]) {
    for timeline in timelines { watch(timeline) }
  }

  var watched: [Timeline] { lock.withLock { timelines.map(\.timeline) } }

  /// Watches for timers and sleeps that are scheduled from now on.
  func watch(_ timeline: Timeline) {
    let id = ObjectIdentifier(timeline)
    if lock.withLock({ identities.contains(id) }) { return }
    let newest = timeline.pending.map(\.sequence).max() ?? 0
    lock.withLock { if identities.insert(id).inserted { timelines.append((timeline, newest)) } }
  }

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
    let leaks = timelines.map { timeline, known in
      let new = timeline.pending.filter { $0.sequence > known && !$0.isBackground }
      let leaks = new.filter { ($0.isSleep || $0.interval != nil) && timeline.streams.isNew($0) }
      return (timeline: timeline, texts: leaks.map { "\($0), on \(timeline.name)" })
    }
    let alive = complaints.compactMap { $0() } + leaks.flatMap(\.texts)
    guard !alive.isEmpty else { return }
    let page = { (leaks.first { !$0.texts.isEmpty } ?? leaks.first)?.timeline.page() }
    place.report(FailedExpectation(message: "Still alive at the end of the scope:\(list(alive))", page: page))
  }
}

import Foundation
@_spi(Reporting) import Schedulers

/// Advances a timeline whenever an action sleeps on it.
///
/// Sendable because `advances` is guarded by `lock`.
final class SleepingAction: @unchecked Sendable {
  private let lock = NSLock()
  /// Nil once the action has returned. A sleep of a task that it started then advances nothing.
  private var advances: [Task<Void, Never>]? = []

  /// Runs `action`. Returns after the last advance has also ended.
  static func run(on timeline: Timeline, _ action: () async throws -> Void) async throws {
    let sleeping = SleepingAction()
    let result: Result<Void, any Error>
    do {
      let advance: @Sendable (Timeline, Timeline.Instant) -> Void = { sleeping.advance($0, to: $1, ifSameAs: timeline) }
      result = .success(try await SleepObserver.$current.withValue(advance, operation: action))
    } catch {
      result = .failure(error)
    }
    for advance in sleeping.lock.withLock({ sleeping.advances.take() }) ?? [] { await advance.value }
    try result.get()
  }

  /// Called after the sleep has been registered, so that the advance ends it.
  private func advance(_ timeline: Timeline, to due: Timeline.Instant, ifSameAs own: Timeline) {
    guard timeline === own else { return }
    lock.withLock { advances?.append(Task.detached { await timeline.advance(to: due) }) }
  }
}

extension Recorder {
  /// Runs an action of steps. Virtual time advances while it sleeps. Prints a warning if it takes longer than a wait may.
  func perform(_ action: () async throws -> Void, at place: SourcePlace) async throws {
    guard let timeline = subscriber.timeline else { return try await action() }
    let (limit, step) = (place.limit(nil, isScaled: true), "\(name), the action of 'then' at \(place)")
    let watch = Watchdog(after: limit) {
      "\(step), has not returned after \(limit) of real time. If it waits for a later value, advance time before it."
    }
    defer { watch.stop() }
    try await SleepingAction.run(on: timeline, action)
  }
}

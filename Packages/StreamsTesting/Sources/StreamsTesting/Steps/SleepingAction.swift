import Foundation
@_spi(Reporting) import Schedulers

/// Advances a timeline whenever an action sleeps on it.
///
/// Sendable because `advances` is guarded by `lock`.
final class SleepingAction: @unchecked Sendable {
  private let lock = NSLock()
  /// Nil once the action has returned: a task that it has started and that goes on sleeping advances nothing.
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

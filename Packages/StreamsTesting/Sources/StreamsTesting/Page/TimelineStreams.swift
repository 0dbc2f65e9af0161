import Foundation
@_spi(TestKit) import Schedulers

/// The recorders and test publishers of a timeline, for the page of a failure. Each removes itself when it is
/// deinitialised.
///
/// Sendable because `lock` guards its mutable state.
final class TimelineStreams: @unchecked Sendable {
  private let lock = NSLock()
  private var rows: [ObjectIdentifier: (number: Int, lane: () -> TimelinePage.Lane?)] = [:]
  private var count = 0
  private var failedToRead = false

  /// Adds a stream. The closure must not keep it alive; it returns nil if there is nothing to show.
  func add(_ stream: AnyObject, _ lane: @escaping () -> TimelinePage.Lane?) {
    lock.withLock {
      count += 1
      rows[ObjectIdentifier(stream)] = (count, lane)
    }
  }

  func remove(_ stream: AnyObject) {
    let removed = lock.withLock { rows.removeValue(forKey: ObjectIdentifier(stream)) }
    withExtendedLifetime(removed) {}
  }

  /// Whether the marble string of a test publisher could not be read, which has been reported.
  var hasUnreadMarbles: Bool { lock.withLock { failedToRead } }

  func noteUnreadMarbles() { lock.withLock { failedToRead = true } }

  /// The rows, in the order in which the streams were created.
  func lanes(except stream: ObjectIdentifier? = nil) -> [TimelinePage.Lane] {
    lock.withLock { rows.filter { $0.key != stream }.values.sorted { $0.number < $1.number } }.compactMap { $0.lane() }
  }
}

extension Timeline {
  var streams: TimelineStreams { companion { TimelineStreams() } }
}

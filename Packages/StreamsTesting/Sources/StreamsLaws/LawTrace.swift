import Dispatch
import Foundation

/// The last hundred events of one run, in order.
///
/// Sendable because the lines are guarded by `lock`.
final class LawTrace: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []
  private var dropped = 0
  private var last = DispatchTime.now()
  private let isOn: Bool

  /// If it is off, it takes no lock, because that would synchronise the threads.
  init(isOn: Bool = true) { self.isOn = isOn }

  func note(_ line: @autoclosure () -> String) {
    guard isOn else { return }
    let line = line()
    lock.withLock {
      kept.append(line)
      last = .now()
      if kept.count > 200 {
        kept.removeFirst(100)
        dropped += 100
      }
    }
  }

  var lastEvent: DispatchTime { lock.withLock { last } }

  var lines: [String] {
    lock.withLock { dropped == 0 ? kept : ["... (\(dropped) earlier events)"] + kept }
  }
}

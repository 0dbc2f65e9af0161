import Dispatch
import Foundation

/// The events of one run, in order; the last hundred of them.
///
/// Sendable because the lines are guarded by `lock`.
final class LawTrace: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []
  private var dropped = 0
  private var last = DispatchTime.now()
  private let isOn: Bool

  /// Off, it takes no lock: threads must not be synchronised by being watched.
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

  /// When it was made, or something was noted.
  var lastEvent: DispatchTime { lock.withLock { last } }

  var lines: [String] {
    lock.withLock { dropped == 0 ? kept : ["... (\(dropped) earlier events)"] + kept }
  }
}

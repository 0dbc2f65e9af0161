#if os(Windows)
  import Foundation

  // The declarations of `Lock+POSIX.swift`, not built on Windows yet.

  typealias Lock = NSCondition

  extension NSCondition {
    /// Waits for at most `milliseconds` of real time. Returns false if they have passed.
    func wait(milliseconds: Int) -> Bool { wait(until: Date() + Double(milliseconds) / 1_000) }
  }
#endif

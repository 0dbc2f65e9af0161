#if os(Windows)
  import Foundation
  import WinSDK

  // The declarations of `Lock+POSIX.swift`, not built on Windows yet.

  typealias Lock = NSCondition

  extension NSCondition {
    /// Waits for at most `milliseconds` of real time. Returns false if they have passed.
    func wait(milliseconds: Int) -> Bool { wait(until: Date() + Double(milliseconds) / 1_000) }
  }

  /// Identifies a thread.
  struct ThreadID: Hashable {
    private let number: DWORD

    /// The calling thread. Never inlined or optimised, because it may be another one after a suspension.
    static var current: ThreadID {
      @inline(never) @_optimize(none) get { ThreadID(number: GetCurrentThreadId()) }
    }
  }
#endif

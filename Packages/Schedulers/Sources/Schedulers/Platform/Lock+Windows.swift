#if os(Windows)
  import Foundation
  import WinSDK

  // The declarations of `Lock+POSIX.swift`, not built on Windows yet.

  /// A lock with a condition to wait for. Never call out while holding it: taking it again on the same thread hangs.
  final class Lock: Sendable {
    private let condition = NSCondition()

    func lock() { condition.lock() }

    func unlock() { condition.unlock() }

    /// Releases the lock until `signal()` is called, and takes it again. May wake spuriously.
    func wait() { condition.wait() }

    /// Like `wait()`, but for at most `milliseconds` of real time. Returns false if they have passed.
    func wait(milliseconds: Int) -> Bool { condition.wait(until: Date() + Double(milliseconds) / 1_000) }

    /// Wakes all waiting threads.
    func signal() { condition.broadcast() }
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

#if os(Windows)
  import WinSDK

  // What `Lock+POSIX.swift` declares, on Windows' own locks. Written from their documentation; no Windows has built it yet.

  /// A lock with a condition to wait for. Never call out while holding it: taking it again on the same thread hangs.
  ///
  /// Sendable because the two pointers never change and what they point to is made for use by many threads.
  final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<CONDITION_VARIABLE>.allocate(capacity: 1)

    init() {
      InitializeSRWLock(mutex)
      InitializeConditionVariable(condition)
    }

    deinit {
      mutex.deallocate()
      condition.deallocate()
    }

    @inline(__always) func lock() { AcquireSRWLockExclusive(mutex) }

    @inline(__always) func unlock() { ReleaseSRWLockExclusive(mutex) }

    /// Releases the lock until `signal()` is called, and takes it again. May also return for no reason.
    func wait() { SleepConditionVariableSRW(condition, mutex, INFINITE, 0) }

    /// The same, but for at most `milliseconds` of real time; false if they have passed.
    func wait(milliseconds: Int) -> Bool { SleepConditionVariableSRW(condition, mutex, DWORD(milliseconds), 0) }

    /// Wakes every thread that waits.
    func signal() { WakeAllConditionVariable(condition) }
  }

  /// Tells one thread from another.
  struct ThreadID: Hashable {
    private let number: DWORD

    /// The calling thread. Never inlined nor optimised: it may be another one after a suspension.
    static var current: ThreadID {
      @inline(never) @_optimize(none) get { ThreadID(number: GetCurrentThreadId()) }
    }
  }
#endif

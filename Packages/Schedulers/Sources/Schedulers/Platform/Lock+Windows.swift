#if os(Windows)
  import WinSDK

  // The declarations of `Lock+POSIX.swift`, with the locks of Windows. Written from their documentation, and not built
  // on Windows yet.

  /// A lock with a condition to wait for. Never call out while holding it: taking it again on the same thread hangs.
  ///
  /// Sendable because the two pointers are constant, and their targets are thread-safe.
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

    /// Releases the lock until `signal()` is called, and takes it again. May wake spuriously.
    func wait() { SleepConditionVariableSRW(condition, mutex, INFINITE, 0) }

    /// Like `wait()`, but for at most `milliseconds` of real time. Returns false if they have passed.
    func wait(milliseconds: Int) -> Bool { SleepConditionVariableSRW(condition, mutex, DWORD(milliseconds), 0) }

    /// Wakes all waiting threads.
    func signal() { WakeAllConditionVariable(condition) }
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

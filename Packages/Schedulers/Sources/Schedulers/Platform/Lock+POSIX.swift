#if !os(Windows)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A lock with a condition to wait for. Never call out while holding it: taking it again on the same thread hangs.
  ///
  /// POSIX rather than `Synchronization.Mutex`, because threads must be able to wait here, because the floor on Apple's
  /// platforms is below `Mutex`, and because ThreadSanitizer can see it.
  ///
  /// Sendable because the two pointers never change and what they point to is made for use by many threads.
  final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
      pthread_mutex_init(mutex, nil)
      #if canImport(Darwin)
        pthread_cond_init(condition, nil)
      #else
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
      #endif
    }

    deinit {
      pthread_mutex_destroy(mutex)
      pthread_cond_destroy(condition)
      mutex.deallocate()
      condition.deallocate()
    }

    @inline(__always) func lock() { pthread_mutex_lock(mutex) }

    @inline(__always) func unlock() { pthread_mutex_unlock(mutex) }

    /// Releases the lock until `signal()` is called, and takes it again. May also return for no reason.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// The same, but for at most `milliseconds` of real time, by a clock that cannot be set; false if they have passed.
    func wait(milliseconds: Int) -> Bool {
      #if canImport(Darwin)
        var limit = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        return pthread_cond_timedwait_relative_np(condition, mutex, &limit) == 0
      #else
        var limit = timespec()
        clock_gettime(CLOCK_MONOTONIC, &limit)
        let nanoseconds = Int(limit.tv_nsec) + (milliseconds % 1000) * 1_000_000
        limit.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        limit.tv_nsec = nanoseconds % 1_000_000_000
        return pthread_cond_timedwait(condition, mutex, &limit) == 0
      #endif
    }

    /// Wakes every thread that waits.
    func signal() { pthread_cond_broadcast(condition) }
  }

  /// Tells one thread from another.
  struct ThreadID: Hashable, @unchecked Sendable {
    // Sendable because a thread's handle is only compared here, never used.
    private let handle: pthread_t

    /// The calling thread. Never inlined nor optimised, because the C library declares `pthread_self()` constant: in an
    /// async function the optimizer would ask before a suspension and believe the answer after it, on another thread.
    static var current: ThreadID {
      @inline(never) @_optimize(none) get { ThreadID(handle: pthread_self()) }
    }

    @inline(__always) static func == (a: ThreadID, b: ThreadID) -> Bool { pthread_equal(a.handle, b.handle) != 0 }
  }
#endif

#if !os(Windows)
  import Foundation

  /// A lock with a condition to wait for. Never call out while holding it: taking it again on the same thread hangs.
  ///
  /// POSIX instead of `Synchronization.Mutex`, because threads must be able to wait, because Apple's supported versions
  /// predate `Mutex`, and because ThreadSanitizer supports it.
  ///
  /// Sendable because the two pointers are constant, and their targets are thread-safe.
  struct Lock: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
      let size = MemoryLayout<pthread_mutex_t>.stride
      let both = UnsafeMutableRawPointer.allocate(byteCount: size + MemoryLayout<pthread_cond_t>.size, alignment: 16)
      mutex = both.bindMemory(to: pthread_mutex_t.self, capacity: 1)
      condition = (both + size).bindMemory(to: pthread_cond_t.self, capacity: 1)
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
    }

    @inline(__always) func lock() { pthread_mutex_lock(mutex) }

    @inline(__always) func unlock() { pthread_mutex_unlock(mutex) }

    /// The result is released after unlocking, also if the caller drops it. Otherwise the optimiser could release it
    /// before, and its deinit may call back.
    @inline(__always) func withLock<R>(_ body: () -> R) -> R {
      lock()
      let result = body()
      unlock()
      withExtendedLifetime(result) {}
      return result
    }

    /// Releases the lock until `broadcast()` is called, and takes it again. May wake spuriously.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// Like `wait()`, but for at most `milliseconds` of a monotonic clock. Returns false if they have passed.
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

    /// Wakes all waiting threads.
    func broadcast() { pthread_cond_broadcast(condition) }
  }
#endif

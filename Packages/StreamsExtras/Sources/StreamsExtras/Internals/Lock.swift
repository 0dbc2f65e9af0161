// The one file that knows platforms: Apple's systems below macOS 15 have no `Mutex`.
#if canImport(Darwin)
  import Darwin

  /// A lock. Never call out from `withLock`: taking the lock again on the same thread traps.
  @usableFromInline struct Lock: ~Copyable {
    @usableFromInline let word: UnsafeMutablePointer<os_unfair_lock>

    @inlinable init() {
      word = .allocate(capacity: 1)
      word.initialize(to: os_unfair_lock())
    }

    @inlinable deinit { word.deallocate() }

    @inlinable @inline(__always) borrowing func withLock<R>(_ body: () -> R) -> R {
      os_unfair_lock_lock(word)
      defer { os_unfair_lock_unlock(word) }
      return body()
    }
  }

  /// A boolean that any thread may read, and that is set once.
  @usableFromInline struct Flag: ~Copyable {
    @usableFromInline let lock = Lock()
    @usableFromInline let value: UnsafeMutablePointer<Bool>

    @inlinable init() {
      value = .allocate(capacity: 1)
      value.initialize(to: false)
    }

    @inlinable deinit { value.deallocate() }

    @inlinable var isSet: Bool { lock.withLock { value.pointee } }

    /// True for the first call.
    @inlinable borrowing func set() -> Bool {
      lock.withLock {
        defer { value.pointee = true }
        return !value.pointee
      }
    }
  }
#else
  import Synchronization

  /// A lock. Never call out from `withLock`: taking the lock again on the same thread traps.
  ///
  /// ThreadSanitizer cannot see into `Mutex` on Linux. The plain load and store of `order` tell it what the lock guarantees.
  @usableFromInline struct Lock: ~Copyable {
    @usableFromInline let mutex = Mutex(())
    @usableFromInline let order = Atomic<UInt8>(0)

    @inlinable init() {}

    @inlinable @inline(__always) borrowing func withLock<R>(_ body: () -> R) -> R {
      mutex.withLock { _ -> sending Carried<R> in
        _ = order.load(ordering: .acquiring)
        defer { order.store(0, ordering: .releasing) }
        return Carried(value: body())
      }.value
    }
  }

  /// Carries a result past the checks of `Mutex`, which cannot see that the state is outside of it.
  ///
  /// Sendable because it exists only inside `withLock`, on one thread.
  @frozen @usableFromInline struct Carried<Value>: @unchecked Sendable {
    @usableFromInline let value: Value
    @inlinable @inline(__always) init(value: Value) { self.value = value }
  }

  /// A boolean that any thread may read, and that is set once.
  @usableFromInline struct Flag: ~Copyable {
    @usableFromInline let value = Atomic<Bool>(false)
    @inlinable init() {}
    @inlinable @inline(__always) var isSet: Bool { value.load(ordering: .acquiring) }
    /// True for the first call.
    @inlinable borrowing func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
  }
#endif

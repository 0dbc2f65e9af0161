import Synchronization

/// Guards the storage of `@Published` properties, which changes its form when somebody first asks for the publisher:
/// that may be while another thread sets the property.
///
/// A property is copied with its object's layout and cannot hold a lock. So many objects share one; it is held for as long
/// as it takes to move a value. Hence spinning, which costs half of what a mutex does.
@usableFromInline enum PropertyLocks {
  /// 64 of them are used, every 64th, so that no two lie in one cache line. 1 while held.
  @usableFromInline nonisolated(unsafe) static let locks: UnsafeMutablePointer<Atomic<UInt8>> = {
    let locks = UnsafeMutablePointer<Atomic<UInt8>>.allocate(capacity: 64 * 64)
    for index in 0..<64 * 64 { (locks + index).initialize(to: Atomic(0)) }
    return locks
  }()

  @inlinable @inline(__always) static func withLock<R>(of object: AnyObject, _ body: () -> R) -> R {
    let number = lock(of: object)
    defer { unlock(number) }
    return body()
  }

  /// Until ``unlock(_:)`` of the number that it returns; for where a value passes, as a debug build takes long to pass
  /// anything through a closure.
  @inlinable @inline(__always) static func lock(of object: AnyObject) -> Int {
    let number = number(of: Int(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    while locks[number].exchange(1, ordering: .acquiring) != 0 { yieldThread() }
    return number
  }

  /// Which lock guards the object at `address`.
  @inlinable @inline(__always) static func number(of address: Int) -> Int {
    ((address &>> 4 ^ address &>> 10) & 63) &* 64
  }

  @inlinable @inline(__always) static func unlock(_ number: Int) { locks[number].store(0, ordering: .releasing) }
}

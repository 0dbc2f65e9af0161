/// Guards the storage of `@Published` properties, which changes its form when somebody first asks for the publisher:
/// that may be while another thread sets the property.
///
/// A property is copied with its object's layout and cannot hold a lock. So many objects share one; none is held for
/// longer than it takes to move a value.
@usableFromInline enum PropertyLocks {
  /// 64 of them are used, every eighth, so that no two lie in one cache line.
  @usableFromInline nonisolated(unsafe) static let locks: UnsafeMutablePointer<Lock> = {
    let locks = UnsafeMutablePointer<Lock>.allocate(capacity: 512)
    for index in 0..<512 { (locks + index).initialize(to: Lock()) }
    return locks
  }()

  @inlinable @inline(__always) static func withLock<R>(of object: AnyObject, _ body: () -> R) -> R {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    let line = Int(truncatingIfNeeded: (address >> 4 ^ address >> 10) & 63)
    return locks[line &* 8].withLock(body)
  }
}

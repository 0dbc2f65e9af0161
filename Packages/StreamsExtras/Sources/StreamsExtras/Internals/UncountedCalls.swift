/// Calls objects without counting references, which would take as long as a lock. An object dropped during a call is
/// released after the call.
///
/// Touched by one upstream only, which is serial, but may send during a call.
@usableFromInline class UncountedCalls<Object: AnyObject> {
  /// The number of nested calls in progress.
  @usableFromInline @exclusivity(unchecked) final var depth = 0
  @usableFromInline @exclusivity(unchecked) final var dropped: ContiguousArray<AnyObject> = []

  @inlinable init() {}

  /// Calls `body` with an object that has not been dropped.
  @inlinable @inline(__always) final func call(_ object: Unmanaged<Object>, _ body: (Object) -> Void) {
    depth += 1
    object._withUnsafeGuaranteedRef(body)
    depth -= 1
    if depth == 0, dropped.count > 0 { dropped = [] }
  }

  /// Releases an object that was retained for its calls.
  @inlinable final func drop(_ object: Unmanaged<Object>) {
    if depth > 0 { dropped.append(object.takeRetainedValue()) } else { object.release() }
  }
}

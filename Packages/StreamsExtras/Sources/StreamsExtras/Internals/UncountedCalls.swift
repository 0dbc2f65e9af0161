/// Calls objects without counting references, which takes as long as a lock. What is dropped during a call is released
/// after it.
///
/// Touched by one upstream alone, which is serial; it may send from within a call.
@usableFromInline class UncountedCalls<Object: AnyObject> {
  /// How many calls are under way, one from within the other.
  @usableFromInline @exclusivity(unchecked) final var depth = 0
  @usableFromInline @exclusivity(unchecked) final var dropped: [Object] = []

  @inlinable init() {}

  /// Calls `body` with an object that is not dropped yet.
  @inlinable @inline(__always) final func call(_ object: Unmanaged<Object>, _ body: (Object) -> Void) {
    depth += 1
    object._withUnsafeGuaranteedRef(body)
    depth -= 1
    if depth == 0, !dropped.isEmpty { dropped = [] }
  }

  /// Releases an object that has been retained for its calls.
  @inlinable final func drop(_ object: Unmanaged<Object>) {
    if depth > 0 { dropped.append(object.takeRetainedValue()) } else { object.release() }
  }
}

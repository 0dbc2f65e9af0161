/// A value that any thread may set and read.
@usableFromInline final class Latest<Value> {
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var stored: Value?

  @inlinable init(_ value: Value? = nil) { stored = value }

  @inlinable var value: Value? { lock.withLock { stored } }

  /// Replaces the value. The old value is released outside the lock.
  @inlinable func set(_ value: Value?) {
    var value = value
    lock.withLock { swap(&value, &stored) }
  }

  /// Replaces the value and returns the old value.
  @inlinable func exchange(_ value: Value) -> Value? {
    var value = Value?.some(value)
    lock.withLock { swap(&value, &stored) }
    return value
  }

  /// Removes the value and returns it.
  @inlinable func take() -> Value? { lock.withLock { stored.take() } }
}

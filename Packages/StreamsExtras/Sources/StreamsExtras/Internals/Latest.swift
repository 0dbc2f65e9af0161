/// A value that can be replaced or taken, such as the latest one of an input. After the cancellation it stores no value.
@usableFromInline final class Latest<Value>: Cancellable {
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var stored: Value?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isCancelled = false

  @_alwaysEmitIntoClient init(_ value: Value? = nil) { stored = value }

  @_alwaysEmitIntoClient var value: Value? { lock.withLock { stored } }

  /// Replaces the value. The old value is released outside the lock.
  @_alwaysEmitIntoClient func set(_ value: Value) {
    var value = Optional(value)
    lock.withLock { if !isCancelled { swap(&value, &stored) } }
  }

  /// Returns the value and removes it.
  @_alwaysEmitIntoClient func take() -> Value? { lock.withLock { stored.take() } }

  @usableFromInline func cancel() {
    let value = lock.withLock {
      isCancelled = true
      return stored.take()
    }
    _ = value
  }
}

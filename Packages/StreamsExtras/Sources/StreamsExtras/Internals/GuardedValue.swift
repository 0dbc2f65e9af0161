/// The latest value of an input, guarded by the lock of the operator's outbox. Nothing is kept after the end of the stream.
@usableFromInline class GuardedValue<Value, Output, Failure: Error>: Cancellable {
  @usableFromInline final let outbox: Outbox<Output, Failure>
  /// Whether the stream has ended.
  @usableFromInline final let isCancelled = Flag()
  // Guarded by the lock of `outbox`.
  @usableFromInline @exclusivity(unchecked) final var latest: Value?

  /// The outbox cancels it at the end.
  @inlinable init(_ outbox: Outbox<Output, Failure>) {
    self.outbox = outbox
    outbox.add(self)
  }

  /// Replaces the value. The old value is released outside the lock.
  @inlinable final func set(_ value: Value) {
    var value = Optional(value)
    outbox.lock.withLock { if !outbox.refusesValues { swap(&value, &latest) } }
  }

  @usableFromInline final func cancel() {
    isCancelled.isSet = true
    let value = outbox.lock.withLock { latest.take() }
    _ = value
  }
}

/// A value on its way to the task that waits for it.
///
/// Sendable because the sender no longer uses the value. A publisher sends values on any thread, even if they are not
/// Sendable.
@frozen @usableFromInline struct Transferred<Value>: @unchecked Sendable {
  @usableFromInline let value: Value
  @inlinable init(_ value: Value) { self.value = value }
}

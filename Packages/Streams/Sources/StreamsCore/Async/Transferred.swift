/// A value on its way to the task that waits for it.
///
/// Sendable because the sender gives the value away. A publisher sends values on any thread, whether they are Sendable
/// or not.
struct Transferred<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

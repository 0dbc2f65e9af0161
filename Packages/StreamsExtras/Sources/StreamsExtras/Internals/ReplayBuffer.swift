/// The latest values of a subject, numbered from 0.
@usableFromInline struct ReplayBuffer<Value> {
  @usableFromInline let capacity: Int
  /// Called for each new value. Returns a closure that tells whether the value is too old by now.
  @usableFromInline let makeExpiry: (() -> () -> Bool)?
  @usableFromInline var values = Queue<Value>()
  @usableFromInline var expiries = Queue<() -> Bool>()
  /// The number of the next value.
  @usableFromInline var end = 0

  @inlinable init(capacity: Int, makeExpiry: (() -> () -> Bool)? = nil) {
    precondition(capacity >= 0, "ReplaySubject: the buffer size must not be negative")
    self.capacity = capacity
    self.makeExpiry = makeExpiry
  }

  /// The number of the oldest value.
  @inlinable var start: Int { end - values.count }

  @inlinable subscript(number: Int) -> Value { values[number - start] }

  @inlinable mutating func append(_ value: Value) {
    end += 1
    if capacity == 0 { return }
    values.append(value)
    if let makeExpiry {
      expiries.append(makeExpiry())
      removeExpired()
    }
    if values.count > capacity { removeFirst() }
  }

  @inlinable mutating func removeExpired() {
    while !expiries.isEmpty, expiries[0]() { removeFirst() }
  }

  @inlinable mutating func removeFirst() {
    _ = values.popFirst()
    if makeExpiry != nil { _ = expiries.popFirst() }
  }
}

/// The latest values of a subject, numbered from 0.
@usableFromInline struct ReplayBuffer<Value>: ~Copyable {
  @usableFromInline let capacity: Int
  /// Called for each new value. Returns a closure that tells whether the value is too old by now.
  @usableFromInline let makeExpiry: (() -> () -> Bool)?
  @usableFromInline var values = Ring<Value>()
  @usableFromInline var expiries = Ring<() -> Bool>()

  @usableFromInline init(capacity: Int, makeExpiry: (() -> () -> Bool)? = nil) {
    require(capacity >= 0, "ReplaySubject: the buffer size must not be negative")
    self.capacity = capacity
    self.makeExpiry = makeExpiry
  }

  @inlinable var isEmpty: Bool { values.isEmpty }
  /// The number of the oldest value.
  @inlinable var start: Int { values.head }
  /// The number of the next value. Remains 0 if the capacity is 0.
  @inlinable var end: Int { values.head &+ values.count }

  @inlinable subscript(number: Int) -> Value { values[number &- values.head] }

  @inlinable @inline(__always) mutating func append(_ value: Value) {
    if values.count < capacity { values.append(value) } else if capacity > 0 { values.appendReplacingFirst(value) }
    if let makeExpiry { limitAge(makeExpiry) }
  }

  /// Remembers the age of the newest value.
  @usableFromInline mutating func limitAge(_ makeExpiry: () -> () -> Bool) {
    expiries.append(makeExpiry())
    while expiries.count > values.count { _ = expiries.popFirst() }
    removeExpired()
  }

  @inlinable mutating func removeExpired() {
    while !expiries.isEmpty, expiries[0]() {
      _ = values.popFirst()
      _ = expiries.popFirst()
    }
  }
}

/// Holds a part of a large publisher. The compiler writes out all code that copies and destroys a generic struct, two
/// to three times as much as if it called the runtime. For a struct with a generic `InlineArray`, it calls it (Swift 6.3.1).
@frozen @usableFromInline struct Held<Value> {
  @_alwaysEmitIntoClient let array: InlineArray<1, Value>

  @_transparent @_alwaysEmitIntoClient init(_ value: Value) { array = [value] }

  @_transparent @_alwaysEmitIntoClient var value: Value { array[0] }
}

extension Held: Equatable where Value: Equatable {
  @_alwaysEmitIntoClient static func == (lhs: Held, rhs: Held) -> Bool { lhs.value == rhs.value }
}

extension Held: Sendable where Value: Sendable {}

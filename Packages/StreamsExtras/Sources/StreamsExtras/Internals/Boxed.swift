/// A value in an object.
@usableFromInline final class Boxed<Value> {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }
}

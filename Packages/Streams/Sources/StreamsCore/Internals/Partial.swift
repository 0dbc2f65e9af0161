/// A result that a closure makes, step by step, out of the one before.
///
/// It is taken out while the closure has it: a closure that sends into its own stream would otherwise replace, and
/// free, what it is working on. Such a nested step begins with the first result.
@frozen @usableFromInline struct Partial<Result> {
  @usableFromInline var current: Result?
  @usableFromInline let first: Result

  @inlinable @inline(__always) init(_ first: Result) {
    self.first = first
    current = first
  }

  @inlinable @inline(__always) var value: Result { current ?? first }

  @inlinable @inline(__always)
  mutating func advance<Input>(_ next: (Result, Input) throws -> Result, _ input: Input) rethrows -> Result {
    let result = try next(current.take() ?? first, input)
    current = result
    return result
  }
}

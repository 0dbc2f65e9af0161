// Updates of an operator's state by a closure that may send into the same stream.

/// The next result, which a closure makes out of the one before and a value.
///
/// A closure that sends into its own stream makes a step inside of this one: that begins with the result before, too,
/// and is overtaken by what this closure returns.
///
/// Not a method of a type that holds the result: a debug build would look that type's metadata up for each value.
@inlinable @inline(__always)
func advance<Result, Input>(
  _ current: inout Result, by next: (Result, Input) throws -> Result, with input: Input
) rethrows -> Result {
  // Nothing is released here, even if it changes meanwhile.
  if _isPOD(Result.self) {
    let result = try next(current, input)
    current = result
    return result
  }
  let place = address(of: &current)
  let former = place.pointee
  let result = try next(former, input)
  replace(&place.pointee, by: result)
  return result
}

/// Puts `new` where `kept` is. The former value goes only then: its deinit may send into the same stream, and find
/// this.
///
/// A plain assignment may release it first, if the optimizer sees no other access.
@inlinable @inline(__always)
func replace<Value>(_ kept: inout Value, by new: Value) {
  var former = new
  swap(&kept, &former)
}

/// Where `kept` is, for code that calls a closure meanwhile, which may send into its own stream and so change it.
///
/// The optimizer assumes exclusive access to an `inout` variable. It must not see through this, as it would if it
/// inlined it.
@inlinable @inline(never)
func address<Value>(of kept: inout Value) -> UnsafeMutablePointer<Value> { withUnsafeMutablePointer(to: &kept) { $0 } }

// Updates of an operator's state by a closure that may send into the same stream.

/// Updates a result with a closure that takes the previous result and a value. Returns the new result.
///
/// If the closure sends into its own stream, the reentrant update also starts with the previous result, and is
/// overwritten by the result of this one.
@inlinable @inline(__always)
func advance<Result, Input>(
  _ current: inout Result, by next: (Result, Input) throws -> Result, with input: Input
) rethrows -> Result {
  // Trivial values: nothing is released if the closure changes the result.
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

/// Replaces `kept` with `new`. The former value is released afterwards, because its deinit may send into the same
/// stream and must find the new value.
///
/// A plain assignment may release it first, if the optimizer sees no other access.
@inlinable @inline(__always)
func replace<Value>(_ kept: inout Value, by new: Value) {
  var former = new
  swap(&kept, &former)
}

/// Returns the address of `kept`, for code that calls a closure that may send into its own stream and so change `kept`.
///
/// Not inlined: the optimizer assumes exclusive access to an `inout` variable, and must not see through this function.
@inlinable @inline(never)
func address<Value>(of kept: inout Value) -> UnsafeMutablePointer<Value> { withUnsafeMutablePointer(to: &kept) { $0 } }

/// The next result, which a closure makes out of the one before and a value.
///
/// A closure that sends into its own stream makes a step inside of this one: that begins with the result before, too, and
/// is overtaken by what this closure returns.
///
/// Not a method of a type that holds the result: a debug build would look that type's metadata up for each value.
@inlinable @inline(__always)
func advance<Result, Input>(
  _ current: inout Result, by next: (Result, Input) throws -> Result, with input: Input
) rethrows -> Result {
  // Nothing is released, whoever changes it meanwhile.
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

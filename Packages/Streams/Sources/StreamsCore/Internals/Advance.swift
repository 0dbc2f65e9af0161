/// The next result, which a closure makes out of the one before and a value.
///
/// `current` is taken out while the closure has it: a closure that sends into its own stream would otherwise replace,
/// and free, what it is working on. Such a nested step begins with the first result.
///
/// Not a method of a type that holds both results: a debug build would look that type's metadata up for each value.
@inlinable @inline(__always)
func advance<Result, Input>(
  _ current: inout Result?, from first: Result, by next: (Result, Input) throws -> Result, with input: Input
) rethrows -> Result {
  let start: Result
  if let former = current.take() { start = former } else { start = first }
  let result = try next(start, input)
  current = result
  return result
}

/// The next result, which a closure makes out of the one before and a value.
///
/// `current` is taken out while the closure has it, and `first` is there instead: a closure that sends into its own stream
/// would otherwise replace, and free, what it is working on; and one that appends to it would copy it.
///
/// No optional, and not a method of a type that holds both results: a debug build would look the metadata of either up for
/// each value.
@inlinable @inline(__always)
func advance<Result, Input>(
  _ current: inout Result, from first: Result, by next: (Result, Input) throws -> Result, with input: Input
) rethrows -> Result {
  var start = first
  swap(&start, &current)
  let result = try next(start, input)
  current = result
  return result
}

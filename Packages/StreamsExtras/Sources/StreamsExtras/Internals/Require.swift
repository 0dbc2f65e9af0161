/// Stops the program unless `condition` is true. Unlike `precondition`, it also prints the message in release builds.
///
/// - Parameter message: Names the function and its rule.
@_alwaysEmitIntoClient @inline(__always) func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { trap(message()) }
}

@usableFromInline @inline(never) func trap(_ message: String) -> Never { fatalError(message) }

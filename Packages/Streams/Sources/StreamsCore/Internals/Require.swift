/// Stops the program because of a programming error: names the rule, and the API that has it.
///
/// Unlike the message of `precondition`, this one is there in release builds, too.
@usableFromInline @inline(never) package func trap(_ name: String, _ rule: String) -> Never {
  fatalError("\(name): \(rule)")
}

/// Stops the program unless `condition` holds. `name` is the operator or function whose rule it is.
@inlinable @inline(__always)
package func require(
  _ condition: Bool, _ name: @autoclosure () -> StaticString, _ rule: @autoclosure () -> StaticString
) {
  if !condition { trap(name(), rule()) }
}

@usableFromInline @inline(never) func trap(_ name: StaticString, _ rule: StaticString) -> Never {
  trap(name.description, rule.description)
}

extension Subscribers.Demand {
  /// What a subscription makes sure of before it adds a request to what is wanted.
  @inlinable @inline(__always) package func mustNotBeNone(_ name: @autoclosure () -> StaticString) {
    require(rawValue != 0, name(), "a request must ask for at least one value")
  }
}

/// Stops the program because of a programming error. The message names the API and its rule.
///
/// Unlike `precondition`, it also prints the message in release builds.
@usableFromInline @inline(never) package func trap(_ name: String, _ rule: String) -> Never {
  fatalError("\(name): \(rule)")
}

/// Stops the program unless `condition` is true. `name` is the operator or function that has the rule.
@_alwaysEmitIntoClient @inline(__always)
package func require(
  _ condition: Bool, _ name: @autoclosure () -> StaticString, _ rule: @autoclosure () -> StaticString
) {
  if !condition { trap(name(), rule()) }
}

@usableFromInline @inline(never) func trap(_ name: StaticString, _ rule: StaticString) -> Never {
  trap(name.description, rule.description)
}

extension Subscribers.Demand {
  /// Stops the program if the demand is `none`. Subscriptions check each request.
  @_alwaysEmitIntoClient @inline(__always) package func mustNotBeNone(_ name: @autoclosure () -> StaticString) {
    require(rawValue != 0, name(), "a request must ask for at least one value")
  }
}

import CustomDump

/// An event between a publisher and its subscriber.
@frozen public enum StreamEvent<Output, Failure: Error> {
  /// The subscription arrived.
  case subscription
  /// A value arrived.
  case value(Output)
  /// The completion arrived.
  case completion(Subscribers.Completion<Failure>)
  /// The subscriber cancelled before the end.
  case cancellation

  /// A completion without a failure.
  public static var finished: Self { .completion(.finished) }

  /// Returns a completion with a failure.
  public static func failure(_ error: Failure) -> Self { .completion(.failure(error)) }

  /// The value, if the event is one.
  public var value: Output? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether it is a subscription or a cancellation.
  @inlinable var isLifecycle: Bool {
    switch self {
    case .subscription, .cancellation: true
    case .value, .completion: false
    }
  }

  var isSubscription: Bool { if case .subscription = self { true } else { false } }

  /// The completion, if the event is one.
  public var completion: Subscribers.Completion<Failure>? {
    if case .completion(let completion) = self { completion } else { nil }
  }
}

extension StreamEvent: Sendable where Output: Sendable {}

extension StreamEvent: Equatable where Output: Equatable {
  /// Whether both are the same kind of event with equal values. Failures need not be equatable: they must have the same
  /// type, and be equal if it is equatable. Otherwise they must be the same object, or have the same contents in a
  /// dump.
  @inlinable public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.subscription, .subscription), (.cancellation, .cancellation): true
    case (.value(let a), .value(let b)): a == b
    case (.completion(.finished), .completion(.finished)): true
    case (.completion(.failure(let a)), .completion(.failure(let b))): sameError(a, b)
    default: false
    }
  }
}

extension StreamEvent: CustomStringConvertible {
  /// For example `value 3` or `failed with Offline()`.
  public var description: String {
    switch self {
    case .subscription: "subscribed"
    case .value(let value): "value \(shown(value))"
    case .completion(.finished): "finished"
    case .completion(.failure(let error)): "failed with \(error)"
    case .cancellation: "cancelled"
    }
  }
}

/// Whether two failures are equal, as in `==` of two events.
@usableFromInline func sameError(_ a: any Error, _ b: any Error) -> Bool {
  guard type(of: a) == type(of: b) else { return false }
  let value: Any = a
  if let a = value as? any Equatable { return isEqual(a, b) }
  if type(of: a) is AnyObject.Type, a as AnyObject === b as AnyObject { return true }
  return String(customDumping: a) == String(customDumping: b)
}

private func isEqual<T: Equatable>(_ a: T, _ b: Any) -> Bool { b as? T == a }

/// Returns a value for messages: text in quotation marks, optionals unwrapped.
func shown(_ value: Any) -> String {
  switch value {
  case let text as String: "\"\(text)\""
  case let optional as any AnyOptional: optional.wrapped.map(shown) ?? "nil"
  default: "\(value)"
  }
}

protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  var wrapped: Any? { self }
}

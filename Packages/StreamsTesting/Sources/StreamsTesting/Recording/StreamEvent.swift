import CustomDump

/// Something that happens between a publisher and its subscriber.
@frozen public enum StreamEvent<Output, Failure: Error> {
  /// The subscription arrived.
  case subscription
  /// A value arrived.
  case value(Output)
  /// The end arrived.
  case completion(Subscribers.Completion<Failure>)
  /// The subscriber cancelled before the end.
  case cancellation

  /// The end without a failure.
  public static var finished: Self { .completion(.finished) }

  /// The end with a failure.
  public static func failure(_ error: Failure) -> Self { .completion(.failure(error)) }

  /// The value, if it is one.
  public var value: Output? {
    if case .value(let value) = self { value } else { nil }
  }

  /// How it ended, if it is the end.
  public var completion: Subscribers.Completion<Failure>? {
    if case .completion(let completion) = self { completion } else { nil }
  }
}

extension StreamEvent: Sendable where Output: Sendable {}

extension StreamEvent: Equatable where Output: Equatable {
  /// Equal if they are the same kind of event with equal values. Failures need not be equatable. They must have the
  /// same type, and be equal if the type is equatable. Otherwise they must be the same object, or have the same
  /// contents in a dump.
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

/// Whether two failures are the same, as `==` of two events tells.
@usableFromInline func sameError(_ a: any Error, _ b: any Error) -> Bool {
  guard type(of: a) == type(of: b) else { return false }
  let value: Any = a
  if let a = value as? any Equatable { return isEqual(a, b) }
  if type(of: a) is AnyObject.Type, a as AnyObject === b as AnyObject { return true }
  return String(customDumping: a) == String(customDumping: b)
}

private func isEqual<T: Equatable>(_ a: T, _ b: Any) -> Bool { b as? T == a }

/// A value for messages: text in quotation marks, an optional without its wrapping.
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

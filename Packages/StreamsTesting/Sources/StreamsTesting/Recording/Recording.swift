import CustomDump

/// The events of a stream, with their times.
public struct Recording<Output, Failure: Error> {
  /// The stream's name in messages.
  public let name: String
  /// The events, oldest first.
  public let events: [Recorded<Output, Failure>]
  /// The requests, oldest first.
  public let requests: [RecordedRequest]

  /// Creates a recording of these events.
  public init(
    _ events: [Recorded<Output, Failure>] = [], requests: [RecordedRequest] = [], name: String = "stream"
  ) {
    self.events = events
    self.requests = requests
    self.name = name
  }

  /// The values.
  public var values: [Output] { events.compactMap(\.event.value) }

  /// The completion; nil if the stream has not ended.
  public var completion: Subscribers.Completion<Failure>? {
    events.last { $0.event.completion != nil }?.event.completion
  }

  /// The time of the subscription; nil if it has not arrived.
  package var subscriptionTime: Timeline.Instant? { events.first { $0.event.isSubscription }?.time }

  /// A copy without subscription, requests and cancellation.
  package var withoutLifecycle: Self {
    Self(events.contains { $0.event.isLifecycle } ? events.filter { !$0.event.isLifecycle } : events, name: name)
  }

  /// Returns a copy without requests, with all times shifted by `duration`.
  package func shifted(by duration: Duration) -> Self {
    Self(events.map { Recorded(time: $0.time.advanced(by: duration), order: $0.order, event: $0.event) }, name: name)
  }
}

extension Recording: Sendable where Output: Sendable {}

extension Recording: Equatable where Output: Equatable {
  /// Whether the events and their times are equal. Names and requests are ignored.
  public static func == (a: Self, b: Self) -> Bool { a.events == b.events }
}

extension Recording: CustomStringConvertible {
  /// One event per line.
  public var description: String { events.map(\.description).joined(separator: "\n") }
}

/// An event of a stream, with its time.
@frozen public struct Recorded<Output, Failure: Error> {
  /// The time: virtual time on a timeline, otherwise the real time since the recording began.
  public let time: Timeline.Instant
  /// The event.
  public let event: StreamEvent<Output, Failure>
  /// In 32 bits: a recorded number then takes 24 bytes instead of 32, and 71 ns instead of 80 (2026-11-27).
  @usableFromInline let position: UInt32

  /// Orders events at the same instant. Increases, with gaps, across all recordings on one timeline, at most to 2³² - 1.
  @inline(__always) public var order: UInt64 { UInt64(position) }

  /// Creates an event with its time.
  ///
  /// - Parameters:
  ///   - time: The time of the event.
  ///   - order: Orders events at the same instant; equality ignores it.
  ///   - event: The event.
  @inlinable @inline(__always)
  public init(time: Timeline.Instant, order: UInt64 = 0, event: StreamEvent<Output, Failure>) {
    self.time = time
    self.event = event
    position = UInt32(clamping: order)
  }

  /// Returns a subscription, `time` after the beginning.
  public static func subscription(at time: Duration) -> Self { Self(after: time, .subscription) }

  /// Returns a value, `time` after the beginning.
  public static func value(_ value: Output, at time: Duration) -> Self { Self(after: time, .value(value)) }

  /// Returns a completion without a failure, `time` after the beginning.
  public static func finished(at time: Duration) -> Self { Self(after: time, .finished) }

  /// Returns a failure, `time` after the beginning.
  public static func failure(_ error: Failure, at time: Duration) -> Self { Self(after: time, .failure(error)) }

  /// Returns a cancellation, `time` after the beginning.
  public static func cancellation(at time: Duration) -> Self { Self(after: time, .cancellation) }

  /// Returns the event with its value or failure transformed.
  func map<T, E: Error>(_ value: (Output) -> T, failure: (Failure) -> E) -> Recorded<T, E> {
    let event: StreamEvent<T, E> =
      switch event {
      case .subscription: .subscription
      case .value(let old): .value(value(old))
      case .completion(.finished): .finished
      case .completion(.failure(let error)): .failure(failure(error))
      case .cancellation: .cancellation
      }
    return Recorded<T, E>(time: time, order: order, event: event)
  }

  private init(after time: Duration, _ event: StreamEvent<Output, Failure>) {
    self.init(time: Timeline.Instant.beginning.advanced(by: time), event: event)
  }
}

extension Recorded: Sendable where Output: Sendable {}

extension Recorded: Equatable where Output: Equatable {
  /// Whether time and event are equal. `order` is ignored.
  public static func == (a: Self, b: Self) -> Bool { a.time == b.time && a.event == b.event }
}

extension Recorded: CustomStringConvertible {
  /// For example `20 ms: value 3`.
  public var description: String { "\(shortTime(time.nanoseconds)): \(event)" }
}

/// A request of a subscriber to its upstream, with the time.
public struct RecordedRequest: Sendable, Hashable, CustomStringConvertible {
  /// The time of the request, since the timeline's beginning or, in real time, since the recording began.
  public let time: Timeline.Instant
  /// The number of requested values.
  public let demand: Subscribers.Demand
  /// The place of the request of a recorder; nil for other subscribers, and for demand returned from a value.
  package internal(set) var place: SourcePlace?
  /// The position among the events on the timeline at that time.
  var order: UInt64 = 0

  /// For example `1 s: requested 2`.
  public var description: String { "\(shortTime(time.nanoseconds)): requested \(demand.max.map(String.init) ?? "all")" }
}

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
  @inline(__always) public var value: Output? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether it is a subscription or a cancellation.
  @inline(__always) var isLifecycle: Bool { if case .cancellation = self { true } else { isSubscription } }

  @inline(__always) var isSubscription: Bool { if case .subscription = self { true } else { false } }

  @inline(__always) var isValue: Bool { if case .value = self { true } else { false } }

  /// The completion, if the event is one.
  @inline(__always) public var completion: Subscribers.Completion<Failure>? {
    if case .completion(let completion) = self { completion } else { nil }
  }
}

extension StreamEvent: Sendable where Output: Sendable {}

extension StreamEvent: Equatable where Output: Equatable {
  /// Whether both are the same kind of event with equal values. Failures need not be equatable: they must have the same
  /// type, and be equal if it is equatable. Otherwise they must be the same object, or have the same contents in a
  /// dump.
  public static func == (a: Self, b: Self) -> Bool {
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
func sameError(_ a: any Error, _ b: any Error) -> Bool {
  guard type(of: a) == type(of: b) else { return false }
  let value: Any = a
  if let a = value as? any Equatable { return isEqual(a, b) }
  if type(of: a) is AnyObject.Type, a as AnyObject === b as AnyObject { return true }
  return String(customDumping: a) == String(customDumping: b)
}

private func isEqual<T: Equatable>(_ a: T, _ b: Any) -> Bool { b as? T == a }

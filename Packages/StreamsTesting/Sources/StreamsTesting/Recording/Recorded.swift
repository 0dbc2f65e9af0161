/// An event of a stream, with its time.
@frozen public struct Recorded<Output, Failure: Error> {
  /// The time: virtual time on a timeline, otherwise the real time since the recording began.
  public var time: Timeline.Instant
  /// Orders events at the same instant. Increases, with gaps, across all recordings on one timeline.
  public var order: UInt64
  /// The event.
  public var event: StreamEvent<Output, Failure>

  /// Creates an event with its time.
  ///
  /// - Parameters:
  ///   - time: The time of the event.
  ///   - order: Orders events at the same instant; equality ignores it.
  ///   - event: The event.
  @inlinable public init(time: Timeline.Instant, order: UInt64 = 0, event: StreamEvent<Output, Failure>) {
    self.time = time
    self.order = order
    self.event = event
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

  /// Returns the event with its value or failure transformed. Throws what the closures throw.
  @inlinable func map<T, E: Error, Problem: Error>(
    _ value: (Output) throws(Problem) -> T, failure: (Failure) throws(Problem) -> E
  ) throws(Problem) -> Recorded<T, E> {
    let event: StreamEvent<T, E> =
      switch event {
      case .subscription: .subscription
      case .value(let old): .value(try value(old))
      case .completion(.finished): .finished
      case .completion(.failure(let error)): .failure(try failure(error))
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

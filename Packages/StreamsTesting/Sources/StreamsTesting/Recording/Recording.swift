/// The events of a stream, with their times.
public struct Recording<Output, Failure: Error> {
  /// The stream's name in messages.
  public var name: String
  /// The events, oldest first.
  public var events: [Recorded<Output, Failure>]
  /// The requests, oldest first.
  public var requests: [RecordedRequest]

  /// Creates a recording of these events.
  @inlinable public init(
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
  @usableFromInline package var withoutLifecycle: Self {
    var copy = self
    copy.requests = []
    copy.events.removeAll { $0.event.isLifecycle }
    return copy
  }

  /// Returns a copy with all times shifted by `duration`.
  @usableFromInline package func shifted(by duration: Duration) -> Self {
    var copy = self
    for index in copy.events.indices { copy.events[index].time = events[index].time.advanced(by: duration) }
    for index in copy.requests.indices { copy.requests[index].time = requests[index].time.advanced(by: duration) }
    return copy
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

/// Everything that came from a stream, with times.
public struct Recording<Output, Failure: Error> {
  /// What the stream is called in messages.
  public var name: String
  /// What came, oldest first.
  public var events: [Recorded<Output, Failure>]
  /// What was asked for, oldest first.
  public var requests: [RecordedRequest]

  /// A recording of these events.
  @inlinable public init(
    _ events: [Recorded<Output, Failure>] = [], requests: [RecordedRequest] = [], name: String = "stream"
  ) {
    self.events = events
    self.requests = requests
    self.name = name
  }

  /// The values that came.
  public var values: [Output] { events.compactMap(\.event.value) }

  /// How the stream ended; nil if it has not.
  public var completion: Subscribers.Completion<Failure>? {
    events.last { $0.event.completion != nil }?.event.completion
  }

  /// When the subscription came; nil if it has not.
  public var subscriptionTime: Timeline.Instant? { time { if case .subscription = $0 { true } else { false } } }

  /// When the subscriber cancelled; nil if it has not.
  var cancellationTime: Timeline.Instant? { time { if case .cancellation = $0 { true } else { false } } }

  /// The same without subscription, requests and cancellation: what a reader of values sees.
  @inlinable public var withoutLifecycle: Self {
    var copy = self
    copy.requests = []
    copy.events.removeAll {
      switch $0.event {
      case .subscription, .cancellation: true
      case .value, .completion: false
      }
    }
    return copy
  }

  /// The same without subscription.
  var withoutSubscription: Self {
    var copy = self
    copy.events.removeAll { if case .subscription = $0.event { true } else { false } }
    return copy
  }

  /// The same with all times moved by `duration`.
  @inlinable public func shifted(by duration: Duration) -> Self {
    var copy = self
    for index in copy.events.indices { copy.events[index].time = events[index].time.advanced(by: duration) }
    for index in copy.requests.indices { copy.requests[index].time = requests[index].time.advanced(by: duration) }
    return copy
  }

  /// The values and the end as Combine's `Record`, a publisher that replays them without times.
  public var record: Record<Output, Failure> { Record(output: values, completion: completion ?? .finished) }

  private func time(where isWanted: (StreamEvent<Output, Failure>) -> Bool) -> Timeline.Instant? {
    events.first { isWanted($0.event) }?.time
  }
}

extension Recording: Sendable where Output: Sendable {}

extension Recording: Equatable where Output: Equatable {
  /// Equal if the events are, at the same times; the name and the requests do not count.
  public static func == (a: Self, b: Self) -> Bool { a.events == b.events }
}

extension Recording: CustomStringConvertible {
  /// One event a line.
  public var description: String { events.map(\.description).joined(separator: "\n") }
}

/// The log of one subscription to a ``TestPublisher``.
public struct SubscriptionLog: Sendable, Hashable, CustomStringConvertible {
  /// The time of the subscription.
  public let subscriptionTime: Timeline.Instant
  /// The time of the cancellation; nil if there was none.
  public internal(set) var cancellationTime: Timeline.Instant?
  /// The time of the completion; nil if there was none.
  public internal(set) var completionTime: Timeline.Instant?
  /// The subscriber's calls of `request(_:)`, with their times.
  public internal(set) var requests: [RecordedRequest] = []
  /// The total demand, from requests and returned for values.
  public internal(set) var requested: Subscribers.Demand = .none
  /// The number of values that the subscriber received.
  public internal(set) var delivered = 0
  /// The number of values that were dropped without demand.
  public internal(set) var missed = 0
  /// The number of values that the subscriber received beyond its demand.
  public internal(set) var overDelivered = 0

  /// For example `subscribed at 0 ms, requested 3, got 2, cancelled at 20 ms`.
  public var description: String {
    var text =
      "subscribed at \(at(subscriptionTime)), requested \(requested.max.map { "\($0)" } ?? "all"), got \(delivered)"
    if missed > 0 { text += ", missed \(missed)" }
    if overDelivered > 0 { text += ", got \(overDelivered) beyond the demand" }
    if let completionTime { text += ", completed at \(at(completionTime))" }
    if let cancellationTime { text += ", cancelled at \(at(cancellationTime))" }
    return text
  }

  private func at(_ instant: Timeline.Instant) -> String { shortTime(instant.nanoseconds) }
}

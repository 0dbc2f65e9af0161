/// A request of a subscriber to its upstream, with the time.
public struct RecordedRequest: Sendable, Hashable, CustomStringConvertible {
  /// The time of the request, since the timeline's beginning or, in real time, since the recording began.
  public var time: Timeline.Instant
  /// The number of requested values.
  public var demand: Subscribers.Demand
  /// The file and line of the request of a recorder; nil for other subscribers, and for demand returned from a value.
  package internal(set) var place: String?
  /// The position among the events on the timeline at that time.
  var order: UInt64 = 0

  /// For example `1 s: requested 2`.
  public var description: String { "\(shortTime(time.nanoseconds)): requested \(demand.max.map(String.init) ?? "all")" }
}

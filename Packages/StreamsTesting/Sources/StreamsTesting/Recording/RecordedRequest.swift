/// A request of a recorder to its stream, with the time.
public struct RecordedRequest: Sendable, Hashable, CustomStringConvertible {
  /// When it was asked for, since the timeline's beginning, or since the recording began in real time.
  public var time: Timeline.Instant
  /// How many values were asked for.
  public var demand: Subscribers.Demand
  /// The file and line that asked; nil for an answer to a value.
  public var place: String?
  /// The place among what happened on the timeline at that time.
  var order: UInt64 = 0

  /// A request.
  public init(time: Timeline.Instant, demand: Subscribers.Demand, place: String? = nil) {
    self.time = time
    self.demand = demand
    self.place = place
  }

  /// For example `1 s: asked for 2`.
  public var description: String { "\(shortTime(time.nanoseconds)): requested \(demand.max.map(String.init) ?? "all")" }
}

/// How a ``TestPublisher`` handles a value that is due without demand.
public enum DemandPolicy: Sendable {
  /// Drops the value, as a subject does. The log counts it as missed.
  case drop
  /// Holds the value, and all later events, until it is requested.
  case hold
  /// Sends the value anyway, against the rules. The log counts it as over-delivered.
  case sendAnyway
}

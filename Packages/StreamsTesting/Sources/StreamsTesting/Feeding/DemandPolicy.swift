/// What a ``TestPublisher`` does with a value when its time has come and nobody has asked for it.
public enum DemandPolicy: Sendable {
  /// It is lost, as with a subject. The log counts it as missed.
  case drop
  /// It waits until it is asked for, and what comes after it waits too.
  case hold
  /// It is sent all the same, against the rules. The log counts it as over-delivered.
  case sendAnyway
}

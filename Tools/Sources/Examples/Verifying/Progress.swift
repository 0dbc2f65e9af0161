extension Verifier {
  /// How far a check has come.
  public struct Progress: Sendable, Equatable {
    public enum Stage: String, Sendable {
      case waiting, building, compiling, running
    }

    public var stage: Stage
    /// How many examples are through the stage, of how many. Both are 0 where that says nothing.
    public var done = 0
    public var total = 0
  }
}

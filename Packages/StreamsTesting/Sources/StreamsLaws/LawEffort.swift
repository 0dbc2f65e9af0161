/// How thoroughly ``Laws`` checks.
public struct LawEffort: Sendable {
  /// The ways in which the rules are exercised.
  public struct Forms: OptionSet, Sendable {
    /// One bit for each form.
    public let rawValue: Int
    /// The forms whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One thing after the other on one thread.
    public static let deterministic = Forms(rawValue: 1)
    /// Several threads that send, request, cancel and subscribe at once. To be run under ThreadSanitizer as well.
    public static let concurrent = Forms(rawValue: 2)
    /// With an eye on what stays in memory.
    public static let leaks = Forms(rawValue: 4)
    /// All of them.
    public static let all: Forms = [.deterministic, .concurrent, .leaks]
  }

  /// The ways in which the rules are exercised.
  public var forms: Forms
  /// How many times each situation with several threads is repeated.
  public var rounds: Int
  /// After how long without an event, in real time, a situation counts as hanging, which breaks rule P1.
  public var timeout: Duration

  /// All forms, twenty rounds, and half a minute, unless said otherwise.
  public init(forms: Forms = .all, rounds: Int = 20, timeout: Duration = .seconds(30)) {
    self.forms = forms
    self.rounds = rounds
    self.timeout = timeout
  }
}

/// Which values an operator or a source delivers to a subscriber with limited demand.
public enum LawDelivery: Sendable {
  /// All values, in the same order as with unlimited demand.
  case all
  /// All values, but those of several upstreams may be interleaved differently.
  case allInAnyOrder
  /// Some values: those without demand are dropped, as `debounce`, `share` and `combineLatest` do.
  case some
}

/// The failure of upstreams that ``Laws`` controls.
public struct LawError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error; there is one.
  public init() {}
  /// Its name.
  public var description: String { "LawError" }
}

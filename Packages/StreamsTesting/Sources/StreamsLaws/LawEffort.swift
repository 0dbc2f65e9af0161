/// How thoroughly ``Laws`` checks a publisher.
public struct LawEffort: Sendable {
  /// The ways in which the rules are exercised.
  public struct Forms: OptionSet, Sendable {
    /// One bit for each form.
    public let rawValue: Int
    /// Creates forms from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One call after the other, on one thread.
    public static let deterministic = Forms(rawValue: 1)
    /// Several threads that send, request, cancel and subscribe at once. Run it under ThreadSanitizer as well.
    public static let concurrent = Forms(rawValue: 2)
    /// Checks that everything is deinitialised.
    public static let leaks = Forms(rawValue: 4)
    /// All forms.
    public static let all: Forms = [.deterministic, .concurrent, .leaks]
  }

  /// The ways in which the rules are exercised.
  public var forms: Forms
  /// The number of times that each situation with several threads is repeated.
  public var rounds: Int
  /// The maximum real time without an event. After it, a situation counts as hanging, which breaks rule P1.
  public var timeout: Duration

  /// Creates an effort: by default, all forms, twenty rounds and half a minute.
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
  /// All values, but the values of several upstreams may be interleaved differently.
  case allInAnyOrder
  /// Some values: values without demand are dropped, as by `debounce`, `share` and `combineLatest`.
  case some
}

/// The failure of upstreams that ``Laws`` controls.
public struct LawError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  public init() {}
  /// The name of the error.
  public var description: String { "LawError" }
}

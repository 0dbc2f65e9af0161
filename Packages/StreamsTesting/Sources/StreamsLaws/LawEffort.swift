/// How thoroughly ``Laws`` checks a publisher.
public struct LawEffort: Sendable {
  /// A way in which the rules are exercised.
  public enum Form: Sendable, CaseIterable {
    /// One call after the other, on one thread.
    case deterministic
    /// Several threads that send, request, cancel and subscribe at once. Run it under ThreadSanitizer as well.
    case concurrent
    /// Checks that everything is deinitialised.
    case leaks
  }

  package var forms: Set<Form>
  package var rounds: Int
  package var timeout: Duration

  /// Creates an effort: by default, all forms, twenty rounds and half a minute.
  ///
  /// - Parameters:
  ///   - forms: The ways in which the rules are exercised.
  ///   - rounds: The number of times that each situation with several threads is repeated.
  ///   - timeout: The maximum real time without an event. After it, a situation counts as hanging, which breaks rule P1.
  public init(forms: Set<Form> = Set(Form.allCases), rounds: Int = 20, timeout: Duration = .seconds(30)) {
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

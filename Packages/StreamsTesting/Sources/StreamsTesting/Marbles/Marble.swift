/// A marble string, read: which symbols come when.
///
/// | Written | Meaning | Costs |
/// | --- | --- | --- |
/// | `-` | nothing happens | a frame |
/// | `a`, `7`, any letter or digit | a value | a frame |
/// | `\|` | the end | a frame |
/// | `#` | the end with a failure | a frame |
/// | `^` | the subscription | a frame |
/// | `!` | the cancellation | a frame |
/// | `(ab\|)` | all of it at one instant | a frame |
/// | `[ab]` | all of it at one instant | nothing |
/// | `10ms`, `1.5s` | nothing happens for so long; units `ns`, `us`, `ms`, `s`, `m` | what it says |
/// | a blank | nothing | nothing |
///
/// A time is a number and a unit with no other letter or digit beside them.
public struct Marble: Sendable, Equatable {
  /// The string.
  public let text: String
  /// How long a frame is.
  public let frame: Duration
  /// What happens, oldest first: values by their names, from the beginning of time on. The order number of an event is the
  /// place of its character in the string, counted from 0.
  public let events: [Recorded<Character, FailureText>]
  /// How long the whole string takes.
  public let duration: Duration

  /// Reads a marble string. O(n).
  ///
  /// - Parameters:
  ///   - text: What to read.
  ///   - frame: How long a frame is, above zero; kept in whole nanoseconds.
  /// - Throws: ``MarbleError``, which says what is wrong and points at it.
  public init(_ text: String, frame: Duration = MarbleFrame.duration) throws(MarbleError) {
    guard frame > .zero else {
      throw MarbleError("a frame must be longer than zero, but is \(frame)", in: text, at: 0)
    }
    // As it is when a recording is written.
    let frame = Duration.nanoseconds(max(1, frame.wholeNanoseconds))
    var reader = MarbleReader(text, frame: frame)
    try reader.read()
    self.text = text
    self.frame = frame
    events = reader.events
    duration = reader.time
  }

  /// When the subscription comes; nil if the string does not say.
  public var subscriptionTime: Duration? { Recording(events).subscriptionTime?.offset }
}

extension StreamEvent<Character, FailureText> {
  /// The character of a marble string that stands for it.
  var symbol: Character {
    switch self {
    case .value(let name): name
    case .completion(.finished): "|"
    case .completion(.failure): "#"
    case .subscription: "^"
    case .cancellation: "!"
    }
  }
}

/// How long the frames of a scope's marble strings are, unless a call says so itself.
public enum MarbleFrame {
  /// The length; a millisecond by default.
  @TaskLocal public static var duration: Duration = .milliseconds(1)

  /// Runs `body` with another default.
  public static func with<R>(_ duration: Duration, _ body: () throws -> R) rethrows -> R {
    try $duration.withValue(duration, operation: body)
  }

  /// Runs `body` with another default.
  nonisolated(nonsending)
    public static func with<R>(_ duration: Duration, _ body: () async throws -> R) async rethrows -> R
  {
    try await $duration.withValue(duration, operation: body)
  }
}

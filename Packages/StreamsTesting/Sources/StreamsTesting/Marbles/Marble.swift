/// A parsed marble string: its symbols and their times.
///
/// | Written | Meaning | Takes |
/// | --- | --- | --- |
/// | `-` | nothing happens | one frame |
/// | `a`, `7`, any letter or digit, `★`, any visible character outside ASCII | a value | one frame |
/// | `\|` | the end | one frame |
/// | `#` | the end with a failure | one frame |
/// | `^` | the subscription | one frame |
/// | `!` | the cancellation | one frame |
/// | `(ab\|)` | several events at one instant | one frame |
/// | `[ab]` | several events at one instant | no time |
/// | `10ms`, `1.5s` | nothing happens for that time; units `ns`, `us`, `ms`, `s`, `m` | that time |
/// | a space | nothing | no time |
///
/// A time is a number and a unit. It must not touch values. Characters that look like marks, such as `–`, are errors.
public struct Marble: Sendable, Equatable {
  /// The string.
  package let text: String
  /// The length of a frame.
  package let frame: Duration
  /// The events, oldest first, with values as their names, and times counted from the start of the string. The `order`
  /// of an event is the position of its character in the string, counted from 0.
  @usableFromInline package let events: [Recorded<Character, FailureText>]
  /// The duration of the whole string.
  public let duration: Duration

  /// Reads a marble string. O(n).
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - frame: The length of a frame, above zero, in whole nanoseconds.
  /// - Throws: ``MarbleError``, which describes the problem and its column.
  public init(_ text: String, frame: Duration = MarbleFrame.duration) throws(MarbleError) {
    guard frame > .zero else {
      throw MarbleError("a frame must be longer than zero, but is \(frame)", in: text, at: 0)
    }
    // Rounded as in a written recording.
    let frame = Duration.nanoseconds(max(1, frame.wholeNanoseconds))
    var reader = MarbleReader(text, frame: frame)
    try reader.read()
    self.text = text
    self.frame = frame
    events = reader.events
    duration = reader.time
  }

  /// The time of `^`; nil if the string has none.
  @usableFromInline package var subscriptionTime: Duration? { Recording(events).subscriptionTime?.offset }
}

extension StreamEvent<Character, FailureText> {
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

/// The default length of a frame in marble strings. Set it for a test with the trait `.marbleFrame`, or for a closure
/// with `MarbleFrame.$duration.withValue(.seconds(1)) { }`. A call can pass its own length.
public enum MarbleFrame {
  /// The length of a frame; a millisecond by default.
  @TaskLocal public static var duration: Duration = .milliseconds(1)
}

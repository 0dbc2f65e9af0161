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
public struct Marble: Sendable, Hashable {
  /// What can happen.
  public enum Symbol: Sendable, Hashable {
    /// A value, by its name.
    case value(Character)
    /// The end without a failure.
    case finished
    /// The end with a failure.
    case failure
    /// The subscription.
    case subscription
    /// The cancellation.
    case cancellation
  }

  /// A symbol and when it comes.
  public struct Step: Sendable, Hashable {
    /// How long after the beginning of the string.
    public let time: Duration
    /// What comes.
    public let symbol: Symbol
    /// The character of the string that says so, counted from 0.
    public let offset: Int

    @usableFromInline var nanoseconds: Int64 { time.wholeNanoseconds }
  }

  /// The string.
  public let text: String
  /// How long a frame is.
  public let frame: Duration
  /// What happens, in order.
  public let steps: [Step]
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
      throw MarbleError("a frame must be longer than nothing, this one is \(frame)", in: text, at: 0)
    }
    // As it is when a recording is written.
    let frame = Duration.nanoseconds(max(1, frame.wholeNanoseconds))
    var reader = MarbleReader(text, frame: frame)
    try reader.read()
    self.text = text
    self.frame = frame
    steps = reader.steps
    duration = reader.time
  }

  /// When the subscription comes; nil if the string does not say.
  public var subscriptionTime: Duration? { steps.first { $0.symbol == .subscription }?.time }
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

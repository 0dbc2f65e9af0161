@_spi(TestKit) import Schedulers

/// A drawing of streams over time: rows of marbles, with the operators between them.
///
/// It shows a real run in virtual time. ``svg`` is a picture for a web page, and the description is text.
///
/// ```swift
/// let input = VirtualTimeScheduler().cold("-1-2-3-|", values: .digits, name: "input")
/// print(MarbleDiagram("filter { $0 > 1 }", input, output: input.filter { $0 > 1 }))
/// // input  -1-2-3-|
/// //        filter { $0 > 1 }
/// // output ---2-3-|
/// ```
public struct MarbleDiagram: Sendable {
  enum Line: Sendable {
    /// A stream, with the labels of its values.
    case stream(Recording<String, FailureText>)
    case step(String)
  }

  /// The title of the picture.
  let title: String
  /// The length of a frame in the text form, and the smallest distance of ticks on the axis of the picture.
  let frame: Duration
  /// The minimum length of the rows, from the beginning of the timeline.
  var length: Duration = .zero
  private(set) var lines: [Line] = []

  /// Creates a diagram without rows.
  ///
  /// - Parameters:
  ///   - title: The title. If it is empty, the operators are used.
  ///   - frame: The length of a frame in the text form.
  public init(_ title: String = "", frame: Duration = MarbleFrame.duration) {
    self.title = title
    self.frame = .nanoseconds(max(1, frame.wholeNanoseconds))
  }

  /// Adds a row below the others: a recorded stream, with its name. A subscription at time zero is not drawn.
  ///
  /// For a recorder, pass `recorder.received` or `recorder.consumeAll()`.
  public func row<Output, Failure>(_ recording: Recording<Output, Failure>) -> MarbleDiagram {
    let events = recording.events.filter { $0.time != .beginning || !$0.event.isSubscription }
    let labelled = events.map { $0.map(Self.label, failure: { FailureText("\($0)") }) }
    return adding(.stream(Recording(labelled, name: recording.name)))
  }

  /// Adds a row with the events that a test publisher has sent.
  public func row<Output, Failure>(_ publisher: TestPublisher<Output, Failure>) -> MarbleDiagram {
    row(publisher.sent)
  }

  /// Adds an operator, in a box across the picture.
  public func step(_ caption: String) -> MarbleDiagram { adding(.step(caption)) }

  /// The picture: an SVG element without blank lines, with its own styles, readable in light and dark.
  ///
  /// Lines and text have the text color of the surrounding page. Marbles follow the page's color scheme:
  /// `color-scheme`, or the attribute `data-theme` (`light` or `dark`) of a surrounding element. A separate file
  /// follows the reader's preference. A page can set the custom properties `--marble-ink`, `--marble-line`,
  /// `--marble-box` and `--marble-font`. A title and a description are for screen readers.
  public var svg: String { MarblePicture(self).svg }

  /// Returns the label of a value: its description, without quotation marks around text, also in arrays and
  /// tuples, and with optionals unwrapped.
  package static func label(_ value: Any) -> String {
    switch value {
    case let text as String: text
    case let values as [Any]: "[\(values.map(label).joined(separator: ", "))]"
    default: reflectedLabel(value)
    }
  }

  private static func reflectedLabel(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { label($0.value) } ?? "nil" }
    guard mirror.displayStyle == .tuple else { return "\(value)" }
    let parts = mirror.children.map { child in
      (child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? "") + label(child.value)
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  var streams: [Recording<String, FailureText>] {
    lines.compactMap { if case .stream(let stream) = $0 { stream } else { nil } }
  }

  private func adding(_ line: Line) -> MarbleDiagram {
    var copy = self
    copy.lines.append(line)
    return copy
  }
}

extension MarbleDiagram {
  /// Creates a diagram of an operator, by running it in virtual time.
  ///
  /// It subscribes to `output`, and advances time until the output has ended, nothing is pending, or the limit is
  /// reached. It draws the events that the inputs have sent by then. It stops at the bounds of `run()` except the
  /// horizon, with an issue.
  ///
  /// ```swift
  /// let time = VirtualTimeScheduler()
  /// let a = time.cold("-1---2-|", name: "a")
  /// let b = time.cold("---3-|", name: "b")
  /// print(MarbleDiagram("merge(with:)", a, b, output: a.merge(with: b)))
  /// // a      -1---2-|
  /// // b      ---3-|
  /// //        merge(with:)
  /// // output -1-3-2-|
  /// ```
  ///
  /// - Parameters:
  ///   - caption: The text in the box.
  ///   - input: The first input.
  ///   - others: More inputs, on the timeline of the first.
  ///   - output: The operator's output.
  ///   - until: The time limit; by default twice the sum of the lengths of all inputs, and ten frames.
  ///   - frame: The length of a frame in the text form; by default the frame of the first input.
  public init<Value, Failure, each OtherValue, each OtherFailure, Output: Publisher>(
    _ caption: String, _ input: TestPublisher<Value, Failure>,
    _ others: repeat TestPublisher<each OtherValue, each OtherFailure>, output: Output,
    until: Duration? = nil, frame: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let (timeline, frame) = (input.timeline, frame ?? input.frame)
    var (longest, total) = (input.length, input.length)
    for other in repeat each others {
      longest = max(longest, other.length)
      total += other.length
    }
    let limit = timeline.now.advanced(by: until ?? total * 2 + frame * 10).nanoseconds
    let recorder = timeline.record(
      output, name: "output", fileID: fileID, filePath: filePath, line: line, column: column)
    let walk = timeline.walk(.bounded(.pending(background: true, through: limit))) { _ in !recorder.isAlive }
    if case .budget(let text) = walk.end {
      recorder.subscriber.reportStop("the diagram \"\(caption)\" \(text)", at: recorder.subscriber.place)
    }
    let recording = recorder.received
    recorder.cancelAndIgnoreRemainingEvents()
    var diagram = MarbleDiagram(caption, frame: frame)
    diagram.length = longest
    diagram = diagram.row(input)
    for other in repeat each others { diagram = diagram.row(other) }
    self = diagram.step(caption).row(recording)
  }
}

extension TestPublisher {
  /// The time of its last event: after the subscription (cold) or after the beginning of the timeline (hot).
  fileprivate var length: Duration { events.last?.time.offset ?? .zero }
}

extension MarbleDiagram: CustomStringConvertible {
  /// The rows as marble strings, aligned by time, with the operators between them.
  public var description: String {
    var names = MarbleNames<String>()
    let written = streams.map { $0.written(with: &names) }
    let aligned = AlignedMarbles(written, frame: frame.wholeNanoseconds, until: length.wholeNanoseconds)
    let indent = (streams.map(\.name.count).max() ?? 0) + 1
    var rows = aligned.rows.makeIterator()
    var text = lines.map { line in
      switch line {
      case .stream(let stream):
        stream.name + String(repeating: " ", count: indent - stream.name.count) + (rows.next() ?? "")
      case .step(let caption): String(repeating: " ", count: indent) + caption
      }
    }
    let legend = names.values.legend { $0 }
    if !legend.isEmpty { text.append(legend) }
    return text.joined(separator: "\n")
  }
}

extension MarbleDiagram {
  var spokenTitle: String {
    if !title.isEmpty { return "Marble diagram: \(title)" }
    let steps = lines.compactMap { if case .step(let caption) = $0 { caption } else { nil } }
    return steps.isEmpty ? "Marble diagram" : "Marble diagram: \(steps.joined(separator: ", "))"
  }

  var spoken: String {
    lines.map { line in
      switch line {
      case .step(let caption): "Operator \(caption)."
      case .stream(let stream): "\(stream.name.isEmpty ? "stream" : stream.name): \(stream.spoken)."
      }
    }.joined(separator: " ")
  }
}

extension Recording<String, FailureText> {
  fileprivate var spoken: String {
    guard !events.isEmpty else { return "nothing happens" }
    return events.map { "\($0.event.value ?? $0.event.description) at \(shortTime($0.time.nanoseconds))" }
      .joined(separator: ", ")
  }
}

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
    self.frame = frame
  }

  /// Adds a row below the others: a recorded stream, with its name. A subscription at time zero is not drawn.
  ///
  /// For a recorder, pass `recorder.received` or `recorder.consumeAll()`.
  public func row<Output, Failure>(_ recording: Recording<Output, Failure>) -> MarbleDiagram {
    let isEarly = recording.subscriptionTime == .beginning
    let events = recording.events.filter { !isEarly || !$0.event.isSubscription }
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
    case let optional as any AnyOptional: optional.wrapped.map(label) ?? "nil"
    default: tupleLabel(value) ?? "\(value)"
    }
  }

  private static func tupleLabel(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple else { return nil }
    let parts = mirror.children.map { child in
      let name = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return name + label(child.value)
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

extension MarbleDiagram {
  /// A diagram of an operator, made by running it on virtual time.
  ///
  /// It subscribes to `output` and moves time on until that has ended, nothing is left to do, or the time is over. Then
  /// the inputs have sent what is drawn of them.
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
  ///   - inputs: What goes in, at least one; all on one timeline.
  ///   - output: What comes out.
  ///   - until: How long to run at most; somewhat longer than twice the inputs, if not given.
  ///   - frame: How long a frame is where the diagram is written as text; that of the inputs, if not given.
  public init<Output: Publisher>(
    _ caption: String, _ inputs: any MarbleInput..., output: Output, until: Duration? = nil, frame: Duration? = nil
  ) {
    let frame = frame ?? inputs.first?.frame ?? MarbleFrame.duration
    let timeline = inputs.first?.timeline ?? Timeline()
    let length = inputs.map(\.length).max() ?? .zero
    let limit = timeline.now.advanced(by: until ?? inputs.map(\.length).reduce(.zero, +) * 2 + frame * 10)
    let recorder = timeline.record(output, name: "output")
    while recorder.isAlive, let next = timeline.nextDue, next <= limit { timeline.step() }
    let recording = recorder.received
    recorder.cancelAndIgnoreRemainingEvents()
    let rows = inputs.reduce(MarbleDiagram(caption, frame: frame, length: length)) { $1.row(in: $0) }
    self = rows.step(caption).row(recording.name, recording)
  }
}

/// What can be an input of a ``MarbleDiagram``: a ``TestPublisher``.
public protocol MarbleInput {
  /// The time on which it sends.
  var timeline: Timeline { get }
  /// How long a frame of its marbles is.
  var frame: Duration { get }
  /// When its last event comes.
  var length: Duration { get }
  /// The diagram with a row for it.
  func row(in diagram: MarbleDiagram) -> MarbleDiagram
}

extension TestPublisher: MarbleInput {
  /// When its last event comes: after the subscription if it is cold, after the beginning of the timeline if it is hot.
  public var length: Duration { events.last?.time.offset ?? .zero }

  /// The diagram with what it has sent as a row more.
  public func row(in diagram: MarbleDiagram) -> MarbleDiagram { diagram.row(self) }
}

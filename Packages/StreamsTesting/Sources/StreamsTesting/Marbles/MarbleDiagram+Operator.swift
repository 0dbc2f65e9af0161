@_spi(TestKit) import Schedulers

extension MarbleDiagram {
  /// Creates a diagram of an operator, by running it in virtual time.
  ///
  /// It subscribes to `output`, and advances time until the output has ended, nothing is pending, or the limit is
  /// reached. It draws the events that the inputs have sent by then.
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
  ///   - inputs: The inputs, at least one, all on one timeline.
  ///   - output: The operator's output.
  ///   - until: The time limit; by default twice the sum of the lengths of all inputs, and ten frames.
  ///   - frame: The length of a frame in the text form; by default the frame of the inputs.
  public init<each Value, each Failure, Output: Publisher>(
    _ caption: String, _ inputs: repeat TestPublisher<each Value, each Failure>, output: Output,
    until: Duration? = nil, frame: Duration? = nil
  ) {
    var first: (timeline: Timeline, frame: Duration)?
    var (longest, total) = (Duration.zero, Duration.zero)
    for input in repeat each inputs {
      first = first ?? (input.timeline, input.frame)
      longest = max(longest, input.length)
      total += input.length
    }
    let timeline = first?.timeline ?? Timeline()
    let frame = frame ?? first?.frame ?? MarbleFrame.duration
    let limit = timeline.now.advanced(by: until ?? total * 2 + frame * 10)
    let recorder = timeline.record(output, name: "output")
    _ = timeline.walk(Walk(.pending(background: true))) { _ in
      !recorder.isAlive || timeline.nextDue.map { $0 > limit } ?? true
    }
    let recording = recorder.received
    recorder.cancelAndIgnoreRemainingEvents()
    var diagram = MarbleDiagram(caption, frame: frame)
    diagram.length = longest
    for input in repeat each inputs { diagram = diagram.row(input) }
    self = diagram.step(caption).row(recording)
  }
}

extension TestPublisher {
  /// The time of its last event: after the subscription (cold) or after the beginning of the timeline (hot).
  fileprivate var length: Duration { events.last?.time.offset ?? .zero }
}

/// What a marble string wants of a stream.
struct MarbleExpectation<Output: Equatable, Failure: Error> {
  /// What must come. Where any failure will do, the end of it is `anyFailure`.
  private let events: [Event]
  private let values: MarbleValues<Output>
  private let frame: Int64
  /// When to subscribe, to cancel, and to stop looking, from the beginning of the string.
  let start: Duration
  let cancellation: Duration?
  let end: Duration

  private enum Wanted {
    case event(StreamEvent<Output, Failure>)
    case anyFailure

    func accepts(_ event: StreamEvent<Output, Failure>) -> Bool {
      switch self {
      case .event(let wanted): event == wanted
      case .anyFailure: if case .completion(.failure) = event { true } else { false }
      }
    }

    var text: String {
      switch self {
      case .event(let event): event.description
      case .anyFailure: "a failure"
      }
    }
  }

  private struct Event {
    let time: Int64
    let wanted: Wanted
    let symbol: Character

    init(_ step: Marble.Step, _ wanted: Wanted, _ symbol: Character) {
      time = step.time.wholeNanoseconds
      self.wanted = wanted
      self.symbol = symbol
    }
  }

  init(
    _ text: String, values: MarbleValues<Output>, error: Failure?, frame: Duration
  ) throws(MarbleError) {
    let marble = try Marble(text, frame: frame)
    var events: [Event] = []
    var last: Duration = .zero
    for step in marble.steps {
      last = step.time
      switch step.symbol {
      case .subscription, .cancellation: continue
      case .finished: events.append(Event(step, .event(.finished), "|"))
      case .failure: events.append(Event(step, error.map { .event(.failure($0)) } ?? .anyFailure, "#"))
      case .value(let name):
        events.append(Event(step, .event(.value(try values.value(name, at: step, in: text))), name))
      }
    }
    self.events = events
    self.values = values
    self.frame = max(1, frame.wholeNanoseconds)
    start = marble.subscriptionTime ?? .zero
    cancellation = marble.steps.first { $0.symbol == .cancellation }?.time
    end = max(last, marble.duration - .nanoseconds(1))
  }

  /// What comes from `publisher` in the time of the string, from its beginning.
  func run<P: Publisher>(
    _ publisher: P, name: String, on timeline: Timeline, place: CallPlace
  ) -> Recording<Output, Failure> where P.Output == Output, P.Failure == Failure {
    let beginning = timeline.now
    func move(to time: Duration) {
      let target = beginning.advanced(by: time)
      if target > timeline.now { timeline.advance(to: target) }
    }
    move(to: start)
    let recorder = timeline.record(
      publisher, name: name, exhaustive: false, fileID: place.fileID, filePath: place.file, line: place.line,
      column: place.column)
    timeline.advance(by: .zero)
    if let cancellation {
      move(to: cancellation)
      recorder.cancel()
    }
    move(to: end)
    let recording = recorder.received
    recorder.cancel()
    return recording.withoutLifecycle.shifted(by: .zero - beginning.sinceBeginning)
  }

  /// Reports an issue at `place` if the recording is not what is wanted.
  func check(_ recording: Recording<Output, Failure>, named name: String, place: CallPlace) -> Bool {
    let found = recording.events
    let count = zip(events, found).prefix { $0.time == $1.time.nanoseconds && $0.wanted.accepts($1.event) }.count
    if count == events.count, count == found.count { return true }
    place.report(complaint(found, sameUpTo: count, named: name))
    return false
  }

  private func complaint(_ found: [Recorded<Output, Failure>], sameUpTo count: Int, named name: String) -> String {
    var names = MarbleNames<Output>(values, by: ==)
    for event in events {
      if case .event(.value(let value)) = event.wanted { names.reserve(event.symbol, for: value) }
    }
    let rows = AlignedMarbles(
      [
        events.map { AlignedMarbles.Mark(time: $0.time, symbol: $0.symbol) },
        Recording(found).marks(&names),
      ], frame: frame, until: end.wholeNanoseconds)
    let wanted = count < events.count ? events[count] : nil
    let got = count < found.count ? found[count] : nil
    let time = min(wanted?.time ?? .max, got?.time.nanoseconds ?? .max)
    let column = rows.columns.last { $0.time <= time }?.column ?? 0
    let blanks = String(repeating: " ", count: column)
    var text = """
      \(name) does not send what was expected.
        expected: \(rows.rows[0])
        actual:   \(rows.rows[1])
                  \(blanks)^ \(difference(wanted, got))
      """
    let legend = MarbleValues(names.legend.map { ($0.name, $0.value) }).legendText
    if !legend.isEmpty { text += "\n  \(legend)" }
    if case .event(.value(let a))? = wanted?.wanted, let b = got?.event.value, let diff = valueDiff(a, b) {
      text += "\n\(diff)"
    }
    return text
  }

  private func difference(_ wanted: Event?, _ got: Recorded<Output, Failure>?) -> String {
    let wantedAt = wanted.map { shortTime($0.time) } ?? ""
    let gotAt = got.map { shortTime($0.time.nanoseconds) } ?? ""
    switch (wanted, got) {
    case (let wanted?, let got?) where wanted.time == got.time.nanoseconds:
      return "at \(gotAt): expected \(wanted.wanted.text), got \(got.event)"
    case (let wanted?, let got?) where wanted.time < got.time.nanoseconds:
      return "at \(wantedAt): expected \(wanted.wanted.text), got nothing until \(got.event) at \(gotAt)"
    case (.some, let got?): return "at \(gotAt): expected nothing until \(wantedAt), got \(got.event)"
    case (let wanted?, nil): return "at \(wantedAt): expected \(wanted.wanted.text), got nothing more"
    case (nil, let got?): return "at \(gotAt): expected nothing more, got \(got.event)"
    case (nil, nil): return "no difference"
    }
  }
}

import CustomDump
import Testing

/// A failed expectation: its message, and what its page shows.
struct FailedExpectation {
  let message: String
  let timeline: Timeline?
  /// The recorder's subscriber, which has no second row.
  let subscriber: ObjectIdentifier?
  /// The row of what was expected, and the row of what arrived.
  let expected: [TimelinePage.Event]
  let actual: TimelinePage.Lane
  /// The differences, in words.
  let differences: [TimelinePage.Event]
  /// What must be known to read the expected events.
  var hint = ""

  func page(at place: SourcePlace) -> TimelinePage {
    let compared = [
      ("expected", hint, expected), (actual.name, "actual", actual.events), ("difference", "", differences),
    ].map { name, note, events in
      TimelinePage.Lane(name: name, heading: "Expected and actual", note: note, events: events)
    }
    return TimelinePage(
      title: Test.current?.title ?? actual.name, message: message, place: "\(place)", now: timeline?.now.nanoseconds,
      lanes: compared + (timeline?.lanes(except: subscriber) ?? []))
  }
}

extension RecordingSubscriber {
  /// Returns the error for a complaint of an expectation. Reports it, unless the stream has failed and `blaming` says
  /// which events the error then shows: they are consumed.
  func fail(_ complaint: String, _ wanted: String, _ blaming: (events: Int, end: Bool)?, at place: SourcePlace)
    -> any Error
  {
    let text = eventsText
    let (values, end) = look { ($0.values, $0.end) }
    if let blaming, case .failure(let failure)? = end {
      look { $0.consume(through: blaming.events, end: blaming.end) }
      // Not reported, so the error contains the location.
      return RecordingError(
        description: "\(name): \(complaint), at \(place).\n\(text)", received: values, failure: failure)
    }
    // The issue shows all events, so they are not reported again.
    look { $0.consumeAll() }
    let failed = failed("\(name): \(complaint).", wanted: wanted, difference: complaint)
    return place.reported(failed) { RecordingError(description: $0, received: values, failure: nil) }
  }

  /// Returns a failure, by default with the events so far in its message.
  ///
  /// - Parameters:
  ///   - wanted: What was expected, at the time of the failure.
  ///   - first: The event that arrived instead, if known.
  func failed(
    _ complaint: String, showingEvents: Bool = true, wanted: String, difference: String,
    insteadCame first: Recorded<Input, Failure>? = nil
  ) -> FailedExpectation {
    var actual = recording.lane
    let unwanted = first.map { TimelinePage.Event($0) }
    if let index = actual.events.firstIndex(where: { $0 == unwanted }) { actual.events[index].isDifference = true }
    let time = unwanted?.time ?? timeline?.now.nanoseconds ?? actual.events.last?.time ?? 0
    return FailedExpectation(
      message: showingEvents ? "\(complaint)\n\(eventsText)" : complaint, timeline: timeline,
      subscriber: ObjectIdentifier(self),
      expected: [TimelinePage.Event(time: time, kind: .wish, label: wanted, isDifference: true)], actual: actual,
      differences: [TimelinePage.Event(time: time, kind: .words, label: difference)])
  }

  /// The last events so far, for messages.
  var eventsText: String {
    let now = timeline.map { ", now \(shortTime($0.now.nanoseconds))" } ?? ""
    // Described outside the lock, because that is user code.
    let events = look { $0.all }
    guard !events.isEmpty else { return "  \(name) so far\(now): nothing" }
    let left = max(0, events.count - 20)
    let lines = events[left...].map { "\n    \($0)" }.joined()
    return "  \(name) so far\(now):\(left > 0 ? "\n    (\(left) earlier events)" : "")\(lines)"
  }
}

/// Returns a list for messages of at most twenty lines, each indented.
func list(_ items: [some Any]) -> String {
  items.prefix(20).map { "\n  \($0)" }.joined() + (items.count > 20 ? "\n  and \(items.count - 20) more" : "")
}

/// A line-by-line diff of two values; nil if both are one line long.
func valueDiff(_ expected: some Any, _ actual: some Any) -> String? {
  guard let diff = diff(expected as Any, actual as Any), diff.split(separator: "\n").count > 2 else { return nil }
  return "  expected -, actual +\n" + diff.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
}

/// Expected and actual events, paired by their times, with their differences in words.
struct ComparedEvents<Output: Equatable, Failure: Error> {
  private(set) var differences: [(time: Int64, text: String)] = []
  /// The differing lines of values of several lines.
  private(set) var diffs: [String] = []
  private var expected: [TimelinePage.Event]
  /// The indices of the actual events that differ.
  private var actual: Set<Int> = []

  /// - Parameter same: The number of events at the start that are known to be equal.
  init(_ wanted: [Recorded<Output, any Error>], _ found: [Recorded<Output, Failure>], sameUpTo same: Int) {
    expected = wanted.map { TimelinePage.Event($0) }
    var (wantedRest, foundRest) = (wanted[same...], found[same...])
    while true {
      let (expectedIndex, actualIndex) = (wantedRest.startIndex, foundRest.startIndex)
      switch (wantedRest.first, foundRest.first) {
      case (nil, nil): return
      case (let want?, let got?) where want.time == got.time:
        wantedRest.removeFirst()
        foundRest.removeFirst()
        if accepts(got.event, as: want.event) { continue }
        add(got.time, "expected \(want.event), got \(got.event)", expectedIndex, actualIndex)
        if let a = want.event.value, let b = got.event.value, let diff = valueDiff(a, b) { diffs.append(diff) }
      case (let want?, let got) where got.map { want.time < $0.time } ?? true:
        wantedRest.removeFirst()
        let next = got.map { "nothing until \($0.event) at \(shortTime($0.time.nanoseconds))" } ?? "nothing more"
        add(want.time, "expected \(want.event), got \(next)", expectedIndex, nil)
      case (let want, let got?):
        foundRest.removeFirst()
        let next = want.map { "nothing until \(shortTime($0.time.nanoseconds))" } ?? "nothing more"
        add(got.time, "expected \(next), got \(got.event)", nil, actualIndex)
      case (.some, nil): return
      }
    }
  }

  private mutating func add(_ time: Timeline.Instant, _ text: String, _ expectedIndex: Int?, _ actualIndex: Int?) {
    differences.append((time.nanoseconds, text))
    if let expectedIndex { expected[expectedIndex].isDifference = true }
    if let actualIndex { actual.insert(actualIndex) }
  }

  /// The lines of the differences, for messages.
  var lines: [String] { differences.map { "at \(shortTime($0.time)): \($0.text)" } }

  /// Returns a failure with the differences of `recording`, whose times begin `start` nanoseconds after those of the
  /// compared events.
  func failed(
    _ message: String, of recording: Recording<Output, Failure>, by subscriber: ObjectIdentifier?,
    on timeline: Timeline?, start: Int64
  ) -> FailedExpectation {
    var lane = recording.lane
    var index = -1
    for position in lane.events.indices where lane.events[position].kind.isOutcome {
      index += 1
      lane.events[position].isDifference = actual.contains(index)
    }
    return FailedExpectation(
      message: message, timeline: timeline, subscriber: subscriber,
      expected: expected.map { event in
        var event = event
        event.time += start
        return event
      }, actual: lane,
      differences: differences.map { TimelinePage.Event(time: $0.time + start, kind: .words, label: $0.text) },
      hint: start == 0 ? "" : "starts at \(shortTime(start))")
  }
}

/// Whether an event matches the expected one. ``FailureText/any`` matches any failure.
@inlinable func accepts<Output: Equatable, Failure: Error>(
  _ event: StreamEvent<Output, Failure>, as expected: StreamEvent<Output, any Error>
) -> Bool {
  switch (expected, event) {
  case (.value(let a), .value(let b)): a == b
  case (.completion(.finished), .completion(.finished)): true
  case (.completion(.failure(let a)), .completion(.failure(let b))): a as? FailureText == .any || sameError(a, b)
  default: false
  }
}

extension TimelinePage.Event.Kind {
  fileprivate var isOutcome: Bool { self == .value || self == .finished || self == .failure }
}

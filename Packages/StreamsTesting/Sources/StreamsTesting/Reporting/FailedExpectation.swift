import CustomDump

/// A failed expectation: its message, and its page.
struct FailedExpectation {
  let message: String
  let timeline: Timeline?
  /// Draws its page. Called only if a page is wanted.
  let page: (_ place: SourcePlace) -> TimelinePage
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
    let message = showingEvents ? "\(complaint)\n\(eventsText)" : complaint
    return FailedExpectation(message: message, timeline: timeline) {
      self.page(of: message, at: $0, wanted: wanted, difference: difference, insteadCame: first)
    }
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
  let expected: [Recorded<Output, any Error>]
  /// Each with the index of the expected event and of the actual one, if there are such.
  private(set) var differences: [(time: Int64, text: String, expected: Int?, actual: Int?)] = []
  /// The differing lines of values of several lines.
  private(set) var diffs: [String] = []

  /// - Parameter same: The number of events at the start that are known to be equal.
  init(_ wanted: [Recorded<Output, any Error>], _ found: [Recorded<Output, Failure>], sameUpTo same: Int) {
    expected = wanted
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

  private mutating func add(_ time: Timeline.Instant, _ text: String, _ expected: Int?, _ actual: Int?) {
    differences.append((time.nanoseconds, text, expected, actual))
  }

  /// The lines of the differences, for messages.
  var lines: [String] { differences.map { "at \(shortTime($0.time)): \($0.text)" } }
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

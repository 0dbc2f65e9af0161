extension RecordingSubscriber {
  /// Reports a complaint of an expectation, and returns the error to throw. If the stream's own failure is the cause, only
  /// the error tells it, and the events of `blaming` are consumed.
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
    let failure = failure("\(name): \(complaint).", wanted: wanted, difference: complaint)
    return place.errorAfterReporting(failure) { RecordingError(description: $0, received: values, failure: nil) }
  }

  /// Returns a failure, by default with the events so far in its message.
  ///
  /// - Parameters:
  ///   - wanted: What was expected, at the time of the failure.
  ///   - found: What was found, if it can be compared with `wanted`. Then `difference` says that it was got.
  ///   - first: The event that arrived instead, if known.
  func failure(
    _ complaint: String, showingEvents: Bool = true, wanted: String, difference: String,
    found: String? = nil, insteadCame first: Recorded<Input, Failure>? = nil
  ) -> FailedExpectation {
    let message = showingEvents ? "\(complaint)\n\(eventsText)" : complaint
    return FailedExpectation(message: message, cause: unread.error) {
      self.page(wanted: wanted, difference: difference, found: found, insteadCame: first)
    }
  }

  /// Reports an expectation that has stopped before its time.
  func reportStop(_ text: String, at place: SourcePlace) {
    place.report(failure("\(name): \(text).", wanted: "more time", difference: "stopped here"))
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

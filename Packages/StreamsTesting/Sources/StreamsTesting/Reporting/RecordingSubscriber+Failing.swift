extension RecordingSubscriber {
  /// Reports a complaint of an expectation, and returns the error to throw. If the stream's own failure is the cause, only
  /// the error tells it, and the events of `blaming` are consumed.
  func fail(_ complaint: String, _ wanted: String, _ blaming: (events: Int, end: Bool)?, at place: SourcePlace)
    -> any Error
  {
    let (values, end) = look { ($0.values, $0.end) }
    if let blaming, case .failure(let failure)? = end {
      look { $0.consume(through: blaming.events, end: blaming.end) }
      // Not reported, so the error contains the location.
      return RecordingError(
        description: "\(name): \(complaint), at \(place).\n\(eventsText)", received: values, failure: failure)
    }
    // The issue shows all events, so they are not reported again.
    let instead = look { events in
      defer { events.consumeAll() }
      return blaming == nil ? Array(events.consumed) : Array(events.rest)
    }
    let difference = String(complaint.split(separator: ".\n")[0].prefix { $0 != "\n" })
    let failure = failure("\(name): \(complaint).", wanted: wanted, difference: difference, instead: instead)
    return place.errorAfterReporting(failure) { RecordingError(description: $0, received: values, failure: nil) }
  }

  /// Returns a failure, by default with the events so far in its message.
  ///
  /// - Parameter instead: The numbers of the events that arrived instead of `wanted`; empty for nothing.
  func failure(
    _ complaint: String, showingEvents: Bool = true, wanted: String, difference: String, instead: [Int] = []
  ) -> FailedExpectation {
    let message = showingEvents ? "\(complaint)\n\(eventsText)" : complaint
    return FailedExpectation(message: message, cause: unreadError()) {
      self.page(wanted: wanted, difference: difference, instead: instead)
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
    let lines = events[left...].map { "\n    " + "\($0)".shortened(500) }.joined()
    return "  \(name) so far\(now):\(left > 0 ? "\n    (\(left) earlier events)" : "")\(lines)"
  }
}

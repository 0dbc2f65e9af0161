extension Recording {
  /// Creates a page with one row: this recording.
  ///
  /// - Parameter title: The title; by default the name of the recording.
  public func page(title: String? = nil) -> TimelinePage {
    TimelinePage(title: title ?? name, lanes: [lane])
  }
}

extension Timeline {
  /// Creates a page with a row for each recording and, below, one for each item of work in the timeline's log. Set
  /// `isLogging` before the work is scheduled.
  ///
  /// - Parameters:
  ///   - title: The title; by default the name of the timeline.
  ///   - recordings: Recordings on this timeline.
  public func page<each Value, each Failure>(
    title: String? = nil, _ recordings: repeat Recording<each Value, each Failure>
  ) -> TimelinePage {
    var lanes: [TimelinePage.Lane] = []
    for recording in repeat each recordings { lanes.append(recording.lane) }
    return TimelinePage(title: title ?? name, lanes: lanes + TimelinePage.Lane.work(log))
  }
}

extension Recording {
  var lane: TimelinePage.Lane {
    var rest = requests[...]
    var shown: [TimelinePage.Event] = []
    for event in events {
      while let request = rest.first, (request.time, request.order) < (event.time, event.order) {
        shown.append(TimelinePage.Event(request))
        rest.removeFirst()
      }
      shown.append(TimelinePage.Event(event))
    }
    return TimelinePage.Lane(name: name, events: shown + rest.map { TimelinePage.Event($0) })
  }
}

extension TimelinePage {
  /// Creates a page with the expected events above the actual ones, and marks the first difference in both.
  init<Output, Failure>(
    _ name: String, expected: [Event], actual: Recording<Output, Failure>, sameUpTo same: Int
  ) {
    var lanes = [Lane(name: "expected", events: expected), actual.withoutLifecycle.lane]
    lanes[1].name = "actual"
    for lane in lanes.indices where lanes[lane].events.indices.contains(same) {
      lanes[lane].events[same].isDifference = true
    }
    self.init(title: name, lanes: lanes)
  }
}

extension Recording {
  /// Creates a page with the text of an expectation, at the time of its failure, above the actual events.
  ///
  /// - Parameters:
  ///   - time: The time of the failure; nil for the time of the last event.
  ///   - first: The event that arrived instead, if known. It is marked.
  func page(
    expected: String, at time: Timeline.Instant?, insteadCame first: Recorded<Output, Failure>? = nil
  ) -> TimelinePage {
    let time = (time ?? events.last?.time ?? .beginning).nanoseconds
    let end = TimelinePage.Event(time: time, kind: .value, label: expected, isDifference: true)
    var page = TimelinePage(title: name, lanes: [TimelinePage.Lane(name: "expected", events: [end]), lane])
    let event = first.map { TimelinePage.Event($0) }
    if let index = page.lanes[1].events.firstIndex(where: { $0 == event }) {
      page.lanes[1].events[index].isDifference = true
    }
    return page
  }
}

extension TimelinePage.Event {
  init(_ request: RecordedRequest) {
    let label = request.demand.max.map { "+\($0)" } ?? "+all"
    self.init(time: request.time.nanoseconds, kind: .request, label: label, place: request.place)
  }

  init<Output, Failure>(_ recorded: Recorded<Output, Failure>) {
    let time = recorded.time.nanoseconds
    switch recorded.event {
    case .value(let value): self.init(time: time, kind: .value, label: MarbleDiagram.label(value))
    case .completion(.finished): self.init(time: time, kind: .finished)
    case .completion(.failure(let error)): self.init(time: time, kind: .failure, label: "\(error)")
    case .subscription: self.init(time: time, kind: .subscription)
    case .cancellation: self.init(time: time, kind: .cancellation)
    }
  }
}

extension TimelinePage.Lane {
  /// Returns a row for each name and location of work in a timeline's log. If two locations use one name, their rows show
  /// the location, too.
  static func work(_ log: [Timeline.Event]) -> [TimelinePage.Lane] {
    var lanes: [TimelinePage.Lane] = []
    var rows: [[String?]: Int] = [:]
    let places = Set(log.map { [$0.name, $0.place] })
    let shared = Dictionary(grouping: places, by: \.[0]).filter { $0.value.count > 1 }.keys
    for event in log {
      let row = rows[[event.name, event.place]] ?? lanes.count
      if row == lanes.count {
        rows[[event.name, event.place]] = row
        let parts = shared.contains(event.name) ? [event.name, event.place] : [event.name ?? event.place]
        let name = event.isTurn ? "turns of tasks" : parts.compactMap { $0 }.joined(separator: " at ")
        lanes.append(TimelinePage.Lane(name: name.isEmpty ? "work without a name" : name, events: []))
      }
      lanes[row].events.append(
        TimelinePage.Event(
          time: event.time, kind: TimelinePage.Event.Kind(event.kind),
          label: event.kind == .scheduled ? "for \(shortTime(event.due))" : "", place: event.place, cause: event.cause,
          work: event.work))
    }
    return lanes
  }
}

extension Timeline.Event {
  /// Whether it is a turn of a task. Other work of that name has a location.
  var isTurn: Bool { name == "task" && place == nil }
}

extension TimelinePage.Event.Kind {
  fileprivate init(_ kind: Timeline.Event.Kind) {
    switch kind {
    case .scheduled: self = .scheduled
    case .ran: self = .ran
    case .cancelled: self = .dropped
    }
  }
}

extension Recording {
  /// A page with one row, of what was recorded.
  ///
  /// - Parameter title: What the page is about; the name of the recording, if nothing is said.
  public func page(title: String? = nil) -> TimelinePage {
    TimelinePage(title: title ?? name, lanes: [lane])
  }
}

extension Timeline {
  /// A page with a row for each recording, and below one for each piece of work in the timeline's log: turn
  /// `isLogging` on before it is scheduled.
  ///
  /// - Parameters:
  ///   - title: What the page is about; the name of the timeline, if nothing is said.
  ///   - recordings: What was recorded on this timeline.
  public func page(title: String? = nil, _ recordings: any PageRow...) -> TimelinePage {
    TimelinePage(title: title ?? name, lanes: recordings.map(\.lane) + TimelinePage.Lane.work(log))
  }
}

/// What can be a row of a ``TimelinePage``: a ``Recording``.
public protocol PageRow {
  /// The row.
  var lane: TimelinePage.Lane { get }
}

extension Recording: PageRow {
  /// The row of a page that shows this recording.
  public var lane: TimelinePage.Lane { TimelinePage.Lane(name: name, events: events.map { TimelinePage.Event($0) }) }
}

extension TimelinePage {
  /// What was expected above what came, with the first difference marked in both.
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

extension TimelinePage.Event {
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
  /// The work in a timeline's log, a row for each name, or each place that scheduled it.
  static func work(_ log: [Timeline.Event]) -> [TimelinePage.Lane] {
    var lanes: [TimelinePage.Lane] = []
    var rows: [String: Int] = [:]
    for event in log {
      let name = event.name ?? event.place ?? "work without a name"
      let row = rows[name] ?? lanes.count
      if row == lanes.count {
        rows[name] = row
        lanes.append(TimelinePage.Lane(name: name, events: []))
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

extension TimelinePage.Event.Kind {
  fileprivate init(_ kind: Timeline.Event.Kind) {
    switch kind {
    case .scheduled: self = .scheduled
    case .ran: self = .ran
    case .cancelled: self = .dropped
    }
  }
}

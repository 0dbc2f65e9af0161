@_spi(Reporting) @_spi(TestKit) import Schedulers

extension TimelinePage.Lane {
  /// Returns a row for each name and location of work, in a timeline's log or pending.
  static func work(_ log: [Timeline.Event], pending: [Timeline.PendingWork] = []) -> [TimelinePage.Lane] {
    var rows = WorkRows()
    for event in log { rows.add(event) }
    for work in pending { rows.add(work, isLogged: !log.isEmpty) }
    return rows.lanes
  }
}

extension Timeline.PendingWork {
  /// The name in the log.
  fileprivate var rowName: String? { name ?? (isSleep ? "sleep" : nil) }
}

private struct WorkRows {
  private(set) var lanes: [TimelinePage.Lane] = []
  private var rows: [[String?]: Int] = [:]

  mutating func add(_ event: Timeline.Event) {
    let kind: TimelinePage.Event.Kind =
      switch event.kind {
      case .scheduled: .scheduled
      case .ran: .ran
      case .cancelled: .dropped
      }
    let label = event.kind == .scheduled ? "for \(shortTime(event.due))" : ""
    // Other work of that name has a location.
    let isTurn = event.name == "task" && event.place == nil
    lanes[row(event.name, event.place, isTurn: isTurn)].events.append(
      TimelinePage.Event(
        time: event.time, kind: kind, label: label, place: event.place, cause: event.cause, work: event.work))
  }

  mutating func add(_ work: Timeline.PendingWork, isLogged: Bool) {
    let (due, place) = (work.due.nanoseconds, work.place?.description)
    let row = row(work.rowName, place)
    if let interval = work.interval?.wholeNanoseconds {
      lanes[row].note += ", every \(shortTime(interval))"
      // Without a log: its last runs, at most 20, which were due at these times.
      for run in stride(from: isLogged ? 0 : Int64(min(20, work.runs)), to: 0, by: -1) {
        lanes[row].events.append(TimelinePage.Event(time: due - run * interval, kind: .ran, place: place))
      }
    }
    lanes[row].events.append(TimelinePage.Event(time: due, kind: .pending, label: "due", place: place))
  }

  private mutating func row(_ name: String?, _ place: String?, isTurn: Bool = false) -> Int {
    if let row = rows[[name, place]] { return row }
    let title = isTurn ? "turns of tasks" : name ?? place?.split(separator: "/").last.map(String.init)
    rows[[name, place]] = lanes.count
    lanes.append(
      TimelinePage.Lane(name: title ?? "work without a name", heading: "Work", note: place ?? "", events: []))
    return lanes.count - 1
  }
}

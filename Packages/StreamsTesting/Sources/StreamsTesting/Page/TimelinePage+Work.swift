@_spi(TestKit) import Schedulers

extension TimelinePage.Lane {
  /// Returns a row for each name and location of work, in a timeline's log or pending.
  static func work(_ log: [Timeline.Event], pending: [Timeline.PendingWork] = []) -> [TimelinePage.Lane] {
    var rows = WorkRows()
    for event in log { rows.add(event) }
    for work in pending { rows.add(work, isLogged: !log.isEmpty) }
    return rows.lanes
  }
}

private struct WorkRows {
  private(set) var lanes: [TimelinePage.Lane] = []
  private var rows: [[String?]: Int] = [:]
  /// The name and place of logged work, or else of what has led to it.
  private var origins: [UInt64: String] = [:]

  mutating func add(_ event: Timeline.Event) {
    let kind: TimelinePage.Event.Kind =
      switch event.kind {
      case .scheduled: .scheduled
      case .ran: .ran
      case .cancelled: .dropped
      }
    // Other work of that name has a location.
    let name = event.name == "task" && event.place == nil ? "turns of tasks" : event.name
    let words = [name, event.place].compactMap(\.self).joined(separator: ", ")
    if event.kind == .scheduled {
      origins[event.work] = words.isEmpty ? event.cause.flatMap { origins[$0] } ?? "code outside of actions" : words
    }
    let place = event.place ?? (words.isEmpty ? origins[event.work].map { "from \($0)" } : nil)
    let label = event.kind == .scheduled ? "for \(shortTime(event.due))" : ""
    lanes[row(name, place)].events.append(
      TimelinePage.Event(
        time: event.time, kind: kind, label: label, place: place, cause: event.cause, work: event.work))
  }

  mutating func add(_ work: Timeline.PendingWork, isLogged: Bool) {
    let (due, interval) = (work.due.nanoseconds, work.interval?.wholeNanoseconds)
    let name = work.name ?? (work.isSleep ? "sleep" : nil)
    var place = work.place?.description
    // Operators schedule without a name and a place.
    if name == nil, place == nil { place = "from \(origins[work.sequence] ?? "an operator; isLogging shows more")" }
    let row = row(name, place)
    if let interval {
      let every = ", every \(shortTime(interval))"
      if !lanes[row].note.contains(every) { lanes[row].note += every }
      // Without a log: its last runs, at most 20, which were due at these times.
      for run in stride(from: isLogged ? 0 : Int64(min(20, work.runs)), to: 0, by: -1) {
        lanes[row].events.append(TimelinePage.Event(time: due - run * interval, kind: .ran, place: place))
      }
    }
    lanes[row].events.append(TimelinePage.Event(time: due, kind: .pending, label: "due", place: place))
  }

  private mutating func row(_ name: String?, _ place: String?) -> Int {
    if let row = rows[[name, place]] { return row }
    rows[[name, place]] = lanes.count
    let file = place.flatMap { $0.hasPrefix("from ") ? nil : $0.split(separator: "/").last.map(String.init) }
    lanes.append(
      TimelinePage.Lane(name: name ?? file ?? "unnamed work", heading: "Work", note: place ?? "", events: []))
    return lanes.count - 1
  }
}

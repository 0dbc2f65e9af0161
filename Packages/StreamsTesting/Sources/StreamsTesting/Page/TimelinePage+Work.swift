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
  /// The last run of logged work, and the run that scheduled it.
  private var runs: [UInt64: Int] = [:]
  private var causes: [UInt64: Int] = [:]
  private var runCount = 0

  mutating func add(_ event: Timeline.Event) {
    // Other work of that name has a location.
    let name = event.name == "task" && event.place == nil ? "turns of tasks" : event.name
    let words = [name, event.place?.fileAndLine].compactMap(\.self).joined(separator: ", ")
    let acting = event.cause.flatMap { runs[$0] }
    let (kind, run, cause): (TimelinePage.Event.Kind, Int?, Int?)
    switch event.kind {
    case .scheduled:
      (kind, run, cause) = (.scheduled, nil, acting)
      causes[event.work] = acting
      origins[event.work] = words.isEmpty ? event.cause.flatMap { origins[$0] } ?? "code outside of actions" : words
    case .ran:
      runCount += 1
      runs[event.work] = runCount
      (kind, run, cause) = (.ran, runCount, causes[event.work])
    case .cancelled: (kind, run, cause) = (.dropped, nil, acting)
    }
    let origin = event.place?.description ?? (words.isEmpty ? origins[event.work].map { "from \($0)" } : nil)
    let label = event.kind == .scheduled ? "for \(shortTime(event.due))" : ""
    lanes[row(name, event.place, origin)].events.append(
      TimelinePage.Event(time: event.time, kind: kind, label: label, origin: origin, run: run, cause: cause))
  }

  mutating func add(_ work: Timeline.PendingWork, isLogged: Bool) {
    let (due, interval) = (work.due.nanoseconds, work.interval?.wholeNanoseconds)
    let name = work.name ?? (work.isSleep ? "sleep" : nil)
    // Operators schedule without a name and a place.
    let leading = name == nil ? "from \(origins[work.sequence] ?? "an operator; isLogging shows more")" : nil
    let origin = work.place?.description ?? leading
    let row = row(name, work.place, origin)
    if let interval {
      let every = ", every \(shortTime(interval))"
      if !lanes[row].note.contains(every) { lanes[row].note += every }
      // Without a log: its last runs, at most 20, which were due at these times.
      for run in stride(from: isLogged ? 0 : Int64(min(20, work.runs)), to: 0, by: -1) {
        lanes[row].events.append(TimelinePage.Event(time: due - run * interval, kind: .ran, origin: origin))
      }
    }
    lanes[row].events.append(
      TimelinePage.Event(time: due, kind: .pending, label: "due", origin: origin, cause: causes[work.sequence]))
  }

  private mutating func row(_ name: String?, _ place: SourcePlace?, _ origin: String?) -> Int {
    if let row = rows[[name, origin]] { return row }
    rows[[name, origin]] = lanes.count
    let short = place?.fileAndLine
    lanes.append(
      TimelinePage.Lane(
        name: name ?? short ?? "unnamed work", heading: "Work", note: short ?? origin ?? "", place: place, events: []))
    return lanes.count - 1
  }
}

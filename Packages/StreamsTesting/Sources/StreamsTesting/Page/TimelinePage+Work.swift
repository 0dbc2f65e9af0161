@_spi(TestKit) import Schedulers

extension TimelinePage.Lane {
  /// Returns a row for each name and location of work, in a timeline's log or pending, and below them a row for each of
  /// the first fifty tasks, each followed by its sleeps.
  static func work(_ log: [Timeline.Event], pending: [Timeline.PendingWork] = []) -> [TimelinePage.Lane] {
    var rows = WorkRows()
    for event in log { rows.add(event) }
    for work in pending { rows.add(work, isLogged: !log.isEmpty) }
    return rows.sorted
  }
}

private struct WorkRows {
  private var lanes: [(lane: TimelinePage.Lane, rank: Int)] = []
  private var rows: [[String?]: Int] = [:]
  /// The name and place of logged work, or else of what has led to it.
  private var origins: [UInt64: String] = [:]
  /// The last run of logged work, and the run that scheduled it.
  private var runs: [UInt64: Int] = [:]
  private var causes: [UInt64: Int] = [:]
  private var runCount = 0

  var sorted: [TimelinePage.Lane] {
    lanes.enumerated().sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.element.lane)
  }

  mutating func add(_ event: Timeline.Event) {
    let isTurn = event.task != nil && event.name == "task"
    let name = isTurn ? event.task?.title : event.name
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
    let row = row(name, event.place, origin, of: event.task, isTurn: isTurn)
    lanes[row].lane.events.append(
      TimelinePage.Event(time: event.time, kind: kind, label: label, origin: origin, run: run, cause: cause))
  }

  mutating func add(_ work: Timeline.PendingWork, isLogged: Bool) {
    let (due, interval) = (work.due.nanoseconds, work.interval?.wholeNanoseconds)
    let name = work.name ?? (work.isSleep ? "sleep" : nil)
    // Operators schedule without a name and a place.
    let leading = name == nil ? "from \(origins[work.sequence] ?? "an operator; isLogging shows more")" : nil
    let origin = work.place?.description ?? leading
    let row = row(name, work.place, origin, of: work.task)
    if let interval {
      let every = ", every \(shortTime(interval))"
      if !lanes[row].lane.note.contains(every) { lanes[row].lane.note += every }
      // Without a log: its last runs, at most 20, which were due at these times. After `skip` they were later.
      for run in stride(from: isLogged ? 0 : Int64(min(20, work.runs)), to: 0, by: -1) {
        lanes[row].lane.events.append(TimelinePage.Event(time: due - run * interval, kind: .due, origin: origin))
      }
    }
    lanes[row].lane.events.append(
      TimelinePage.Event(time: due, kind: .pending, label: "due", origin: origin, cause: causes[work.sequence]))
  }

  private mutating func row(
    _ name: String?, _ place: SourcePlace?, _ origin: String?, of task: Timeline.TaskOrigin?, isTurn: Bool = false
  ) -> Int {
    let key = [name, origin, task.map { "\($0.rank)" }]
    if let row = rows[key] { return row }
    // The row of a task precedes those of its sleeps, also without turns.
    if let task, !isTurn { _ = row(task.title, task.place, task.place.description, of: task, isTurn: true) }
    rows[key] = lanes.count
    let words = [task.map { isTurn ? "started" : "of \($0.title)" }, place?.fileAndLine ?? origin]
    let lane = TimelinePage.Lane(
      name: name ?? place?.fileAndLine ?? "unnamed work", heading: task == nil ? "Work" : "Tasks",
      note: words.compactMap(\.self).joined(separator: isTurn ? " at " : ", "), place: place, events: [])
    lanes.append((lane, task?.rank ?? 0))
    return lanes.count - 1
  }
}

extension Timeline.TaskOrigin {
  /// The tasks after the fiftieth share rows.
  fileprivate var rank: Int { min(number, 51) }
  fileprivate var title: String { number > 50 ? "further tasks" : name ?? "task \(number)" }
}

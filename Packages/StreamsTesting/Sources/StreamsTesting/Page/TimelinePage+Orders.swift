extension TimelinePage {
  /// Creates a page of two runs of one body in different orders, with a row for each item of work below them. Work has
  /// the same number in both. Events of the same turn of an instant are in one column, and marked if they differ.
  init(title: String, usual: [Timeline.Event], failing: [Timeline.Event]) {
    var numbers = WorkNumbers()
    var lanes = [
      Lane(name: "usual order", events: numbers.steps(of: usual)),
      Lane(name: "failing order", events: numbers.steps(of: failing)),
    ]
    let steps = lanes.map { lane in
      Dictionary(grouping: lane.events.indices) { lane.events[$0].time }
    }
    for (lane, other) in [(0, 1), (1, 0)] {
      for (time, indices) in steps[lane] {
        let others = (steps[other][time] ?? []).map { lanes[other].events[$0].label }
        for (turn, index) in indices.enumerated() {
          let isSame = turn < others.count && others[turn] == lanes[lane].events[index].label
          lanes[lane].events[index].isDifference = !isSame
        }
      }
    }
    self.init(title: title, lanes: lanes + numbers.rows(of: failing))
  }
}

/// Numbers work the same way in two runs: by its name, location and cause, and the count of equal work before.
private struct WorkNumbers {
  private struct Identity: Hashable {
    let name: String
    let cause: Int?
    var repetition = 0
  }

  private var numbers: [Identity: Int] = [:]

  mutating func steps(of log: [Timeline.Event]) -> [TimelinePage.Event] {
    numbered(log).filter { $0.event.kind != .scheduled }.map { event, number in
      TimelinePage.Event(
        time: event.time, kind: event.kind == .ran ? .ran : .dropped, label: "\(number)", place: Self.text(event))
    }
  }

  /// Returns a row for each item of work of a run, and one for the turns of all tasks.
  mutating func rows(of log: [Timeline.Event]) -> [TimelinePage.Lane] {
    let log = numbered(log)
    let turns = log.map(\.event).filter(\.isTurn)
    let others = Dictionary(grouping: log.filter { !$0.event.isTurn }, by: \.number).sorted { $0.key < $1.key }
    return others.map { number, events in
      var lane = TimelinePage.Lane.work(events.map(\.event))[0]
      lane.name = "\(number): \(lane.name)"
      return lane
    } + TimelinePage.Lane.work(turns)
  }

  private mutating func numbered(_ log: [Timeline.Event]) -> [(event: Timeline.Event, number: Int)] {
    var repetitions: [Identity: Int] = [:]
    var known: [UInt64: Int] = [:]
    return log.map { event in
      if let number = known[event.work] { return (event, number) }
      let first = Identity(name: Self.text(event), cause: event.cause.flatMap { known[$0] })
      var identity = first
      identity.repetition = repetitions[first, default: 0]
      repetitions[first, default: 0] += 1
      let number = numbers[identity] ?? numbers.count + 1
      numbers[identity] = number
      known[event.work] = number
      return (event, number)
    }
  }

  private static func text(_ event: Timeline.Event) -> String {
    let parts = [event.name, event.place].compactMap { $0 }
    return parts.isEmpty ? "work without a name" : parts.joined(separator: ", ")
  }
}

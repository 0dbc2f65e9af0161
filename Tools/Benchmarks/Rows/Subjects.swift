import Measuring

func subjects() -> [Row] {
  [
    toSinks(1, "1 sink", goal: .faster(15, allocations: 0, locked: 2)),
    toSinks(100, "100 sinks", goal: .faster(20, allocations: 0)),
    toSinks(1_000, "1,000 sinks", goal: .faster(15, allocations: 0)),
    toSinks(100_000, "100,000 sinks", goal: .faster(15, allocations: 0)),
    .prepared(
      "current value subject to 1 sink", per: .delivery, goal: .faster(15, allocations: 0, locked: 2), loop: .sink
    ) {
      let sum = Sum()
      let subject = CurrentValueSubject<Int, Never>(0)
      let sink = subject.sink { sum.add($0) }
      return {
        for value in 0..<elements { subject.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
    .prepared("subject, map.filter.map", goal: .faster(15, allocations: 0, locked: 2), loop: .mapFilterMap) {
      let sum = Sum()
      let subject = PassthroughSubject<Int, Never>()
      let sink = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }.sink { sum.add($0) }
      return {
        for value in 0..<elements { subject.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}

private func toSinks(_ count: Int, _ named: String, goal: Goal) -> Row {
  .prepared("subject to \(named)", per: .delivery, goal: goal, loop: count == 1 ? .sink : .sinks(count)) {
    let sum = Sum()
    let subject = PassthroughSubject<Int, Never>()
    let sinks = (0..<count).map { _ in subject.sink { sum.add($0) } }
    return {
      for value in 0..<(elements / count) { subject.send(value) }
      withExtendedLifetime(sinks) {}
    }
  }
}

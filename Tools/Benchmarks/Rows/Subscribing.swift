import Measuring

private let times = 10_000

func subscribing() -> [Row] {
  let sum = Sum()
  return [
    .prepared(
      "a live subscription, subject.map.filter", per: .subscription, operations: 1_000,
      goal: Goal(timesFaster: 2, bytes: 410, allocations: 5)
    ) {
      let subject = PassthroughSubject<Int, Never>()
      var sinks: [AnyCancellable] = []
      return {
        sinks = (0..<1_000).map { _ in subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum.add($0) } }
        withExtendedLifetime(sinks) {}
      }
    },
    subscription("Just to sink", goal: .faster(4, allocations: 3)) {
      end(Just(1).sink { sum.add($0) })
    },
    subscription("sequence of 1 to sink", goal: .faster(5, allocations: 4)) {
      end(source(1).sink { sum.add($0) })
    },
    subscription("sequence of 1, map.filter.map", goal: .faster(4, allocations: 5)) {
      end(source(1).map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }.sink { sum.add($0) })
    },
    .prepared(
      "subject, sink and cancel", per: .subscription, operations: times, goal: .faster(5, allocations: 4)
    ) {
      let subject = PassthroughSubject<Int, Never>()
      return { for _ in 0..<times { end(subject.sink { sum.add($0) }) } }
    },
    .prepared(
      "subject, map.filter.map and cancel", per: .subscription, operations: times, goal: .faster(4, allocations: 5)
    ) {
      let subject = PassthroughSubject<Int, Never>()
      return {
        for _ in 0..<times {
          end(subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }.sink { sum.add($0) })
        }
      }
    },
    .prepared(
      "subject, 100,000 sinks alive, then cancel", per: .subscription, operations: elements,
      goal: .faster(4, allocations: 4)
    ) {
      let subject = PassthroughSubject<Int, Never>()
      return {
        var sinks = (0..<elements).map { _ in subject.sink { sum.add($0) } }
        subject.send(1)
        sinks.removeAll()
      }
    },
  ]
}

private func subscription(_ name: String, goal: Goal, _ subscribe: @escaping () -> Void) -> Row {
  Row(name, per: .subscription, operations: times, goal: goal) { for _ in 0..<times { subscribe() } }
}

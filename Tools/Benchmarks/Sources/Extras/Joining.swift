import Measuring
import StreamsExtras

func joining() -> [Row] {
  let sum = Sum()
  return [
    .prepared(
      "zip of an array of 2", operations: 2 * elements,
      goal: goal("zip of an array of 2", timesFaster: nil, allocations: nil)
    ) {
      twoSubjects { [$0, $1].zip().sink { sum.add($0[0] &+ $0[1]) } }
    },
    .prepared(
      "zip of an array of 8", operations: elements,
      goal: goal("zip of an array of 8", timesFaster: nil, allocations: nil)
    ) {
      subjects(8) { $0.zip().sink { sum.add($0[0] &+ $0[7]) } }
    },
    .prepared(
      "combineLatest of an array of 2", operations: 2 * elements,
      goal: goal("combineLatest of an array of 2", timesFaster: nil, allocations: nil)
    ) {
      twoSubjects { [$0, $1].combineLatest().sink { sum.add($0[0] &+ $0[1]) } }
    },
    .prepared(
      "combineLatest of an array of 8", operations: elements,
      goal: goal("combineLatest of an array of 8", timesFaster: nil, allocations: nil)
    ) {
      subjects(8) { $0.combineLatest().sink { sum.add($0[0] &+ $0[7]) } }
    },
    Row("flatMapFirst of Just", goal: goal("flatMapFirst of Just", timesFaster: 1, allocations: nil)) {
      end(source().flatMapFirst { Just($0) }.sink { sum.add($0) })
    },
    Row("flatMapFirst, dropped values", goal: goal("flatMapFirst, dropped values"), loop: .sink) {
      end(source().flatMapFirst { _ in Empty<Int, Never>(completeImmediately: false) }.sink { sum.add($0) })
    },
    .prepared("amb", goal: goal("amb", timesFaster: nil), loop: .sink) {
      let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let sink = first.amb(second).sink { sum.add($0) }
      return {
        for value in 0..<elements { first.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
    .prepared("sample", operations: 2 * elements, goal: goal("sample", timesFaster: nil)) {
      twoSubjects { $0.sample($1).sink { sum.add($0) } }
    },
    Row(
      "zip of an array of 2, subscribing", per: .subscription, operations: 1_000,
      goal: goal("zip of an array of 2, subscribing", timesFaster: 1, allocations: nil)
    ) {
      for _ in 0..<1_000 { end([source(1), source(1)].zip().sink { sum.add($0[0] &+ $0[1]) }) }
    },
    Row(
      "flatMapFirst, subscribing", per: .subscription, operations: 1_000,
      goal: goal("flatMapFirst, subscribing", timesFaster: 1, allocations: nil)
    ) {
      for _ in 0..<1_000 { end(source(1).flatMapFirst { Just($0) }.sink { sum.add($0) }) }
    },
    Row(
      "amb, subscribing", per: .subscription, operations: 1_000,
      goal: goal("amb, subscribing", timesFaster: nil, allocations: nil)
    ) {
      for _ in 0..<1_000 { end(source(1).amb(Empty(completeImmediately: false)).sink { sum.add($0) }) }
    },
    Row(
      "combineLatest of an array of 2, subscribing", per: .subscription, operations: 1_000,
      goal: goal("combineLatest of an array of 2, subscribing", timesFaster: nil, allocations: nil)
    ) {
      for _ in 0..<1_000 { end([source(1), source(1)].combineLatest().sink { sum.add($0[0] &+ $0[1]) }) }
    },
    Row(
      "sample, subscribing", per: .subscription, operations: 1_000,
      goal: goal("sample, subscribing", timesFaster: nil, allocations: nil)
    ) {
      for _ in 0..<1_000 { end(source(1).sample(source(1)).sink { sum.add($0) }) }
    },
  ]
}

/// Sends the same numbers with two subjects in turn.
private func twoSubjects(
  _ subscribe: (PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>) -> AnyCancellable
) -> Row.Body {
  let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
  let sink = subscribe(first, second)
  return {
    for value in 0..<elements {
      first.send(value)
      second.send(value)
    }
    withExtendedLifetime(sink) {}
  }
}

/// Sends `elements` numbers with `count` subjects in turn.
private func subjects(_ count: Int, _ subscribe: ([PassthroughSubject<Int, Never>]) -> AnyCancellable) -> Row.Body {
  let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
  let sink = subscribe(subjects)
  return {
    for value in 0..<(elements / count) { for subject in subjects { subject.send(value) } }
    withExtendedLifetime(sink) {}
  }
}

import Measuring
import Schedulers

/// Rows without a peer, because OpenCombine lacks their operators. Each is compared with our most similar row.
public func onlyOurs() -> [Row] {
  section("Publishers of publishers", merging(), combining())
    + section("Schedulers", debouncing(), collectingByTime())
    + section("Asynchronous functions", awaitingMerge())
}

private func merging() -> [Row] {
  let sum = Sum()
  return [
    Row("merge", operations: 2 * elements, goal: .like("flatMap of sequences of 100", allocations: 0)) {
      end(source().merge(with: source()).sink { sum.add($0) })
    },
    .prepared(
      "merge of 2 subjects", per: .delivery, goal: .like("flatMap of a subject", allocations: 0), loop: .sink
    ) {
      let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let sink = first.merge(with: second).sink { sum.add($0) }
      return {
        for value in 0..<(elements / 2) {
          first.send(value)
          second.send(value)
        }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}

private func combining() -> [Row] {
  let sum = Sum()
  return [
    Row("combineLatest", goal: .like("zip", allocations: 0)) {
      end(source().combineLatest(source()).sink { sum.add($0 &+ $1) })
    },
    .prepared(
      "combineLatest of 2 subjects", operations: 2 * elements, goal: .like("zip of 2 subjects", allocations: 0),
      loop: .zip
    ) {
      let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let sink = first.combineLatest(second).sink { sum.add($0 &+ $1) }
      return {
        for value in 0..<elements {
          first.send(value)
          second.send(value)
        }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}

private func debouncing() -> [Row] {
  [
    timed("debounce on a clock's scheduler") {
      $0.debounce(for: .milliseconds(50), scheduler: ContinuousClock().scheduler())
    }
  ]
}

private func collectingByTime() -> [Row] {
  let sum = Sum()
  return [
    .prepared("collect by time on an idle scheduler", goal: .like("throttle on an idle scheduler", times: 4)) {
      let subject = PassthroughSubject<Int, Never>()
      let sink = subject.collect(.byTimeOrCount(IdleScheduler(), 1, 100)).sink { sum.add($0.count) }
      return {
        for value in 0..<elements { subject.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
    timed("collect by time on a DispatchQueue") { $0.collect(.byTime(scheduler, .milliseconds(50))).map(\.count) },
    timed("collect by time and count on a DispatchQueue") {
      $0.collect(.byTimeOrCount(scheduler, .milliseconds(50), 100)).map(\.count)
    },
  ]
}

private func awaitingMerge() -> [Row] {
  let sum = Sum()
  return [
    Row(
      "values of merge", operations: 2 * awaits, goal: .awaiting(allocations: 0), loop: .continuations(2 * awaits)
    ) {
      wait { for await value in source(awaits).merge(with: source(awaits)).values { sum.add(value) } }
    }
  ]
}

/// Operators of StreamsExtras, composed of operators that the peer lacks.
public func composedOnlyOurs(_ suffix: String) -> [Row] {
  let sum = Sum()
  return section(
    "What Combine lacks",
    [
      .prepared("combineLatest of an array of 2" + suffix, operations: 2 * elements) {
        twoSubjects { $0.combineLatest($1).map { [$0, $1] }.sink { sum.add($0[0] &+ $0[1]) } }
      },
      .prepared("combineLatest of an array of 8" + suffix, operations: elements) {
        subjects(8) { all in
          let first = all[0].map { [$0] }.eraseToAnyPublisher()
          return all.dropFirst().reduce(first) { rows, next in
            rows.combineLatest(next).map { $0 + [$1] }.eraseToAnyPublisher()
          }
          .sink { sum.add($0[0] &+ $0[7]) }
        }
      },
      .prepared("amb" + suffix, loop: .sink) {
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let sink = firstOf(first, second).sink { sum.add($0) }
        return {
          for value in 0..<elements { first.send(value) }
          withExtendedLifetime(sink) {}
        }
      },
      .prepared("sample" + suffix, operations: 2 * elements) {
        twoSubjects { first, second in
          first.map(Optional.some).combineLatest(second.map { _ in () }.scan(0) { n, _ in n + 1 })
            .removeDuplicates { $0.1 == $1.1 }.sink { sum.add($0.0 ?? 0) }
        }
      },
      Row("amb, subscribing" + suffix, per: .subscription, operations: 1_000) {
        for _ in 0..<1_000 {
          end(firstOf(source(1), Empty(completeImmediately: false)).sink { sum.add($0) })
        }
      },
      Row("combineLatest of an array of 2, subscribing" + suffix, per: .subscription, operations: 1_000) {
        for _ in 0..<1_000 {
          end(source(1).combineLatest(source(1)).map { [$0, $1] }.sink { sum.add($0[0] &+ $0[1]) })
        }
      },
      Row("sample, subscribing" + suffix, per: .subscription, operations: 1_000) {
        for _ in 0..<1_000 {
          end(
            source(1).combineLatest(source(1).map { _ in () }.scan(0) { n, _ in n + 1 })
              .removeDuplicates { $0.1 == $1.1 }.sink { sum.add($0.0) })
        }
      },
    ])
}

/// Follows the publisher that sends first.
private func firstOf(
  _ a: some Publisher<Int, Never>, _ b: some Publisher<Int, Never>
) -> some Publisher<Int, Never> {
  Deferred {
    var winner: Bool?
    return a.map { (true, $0) }.merge(with: b.map { (false, $0) }).compactMap { isFirst, value in
      if winner == nil { winner = isFirst }
      return winner == isFirst ? value : nil
    }
  }
}

/// Streams into which several threads send, that the peer lacks.
public func sendingOnlyOurs() -> [Senders] {
  [
    Senders("a subject each, through merge") { threads in
      let subjects = (0..<threads).map { _ in PassthroughSubject<Int, Never>() }
      return into(subjects) { sum in Publishers.MergeMany(subjects).sink { sum.add($0) } }
    }
  ]
}

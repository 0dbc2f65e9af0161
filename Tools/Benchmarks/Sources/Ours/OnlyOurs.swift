import Measuring

/// Rows without a peer, since it lacks their operators. They are held against their nearest kin.
public func onlyOurs() -> [Row] {
  section("Publishers of publishers", merging(), combining()) + section("Schedulers", collectingByTime())
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

/// Streams into which several threads send, that the peer lacks.
public func sendingOnlyOurs() -> [Senders] {
  [
    Senders("a subject each, through merge") { threads in
      let subjects = (0..<threads).map { _ in PassthroughSubject<Int, Never>() }
      return into(subjects) { sum in Publishers.MergeMany(subjects).sink { sum.add($0) } }
    }
  ]
}

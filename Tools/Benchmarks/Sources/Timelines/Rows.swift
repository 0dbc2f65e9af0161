import Measuring
import Schedulers

/// The cost of virtual time, beside bare heaps.
public func rows() -> [Row] {
  section("Virtual time", [oneShots(), timerAlone(), timerInACrowd(), debounce(), cancelAll(), pending(), idle()])
}

/// Times in no order, the same in every run.
private let times: [Int64] = {
  var state: UInt64 = 42
  return (0..<elements).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int64(state >> 34)
  }
}()

private func oneShots() -> Row {
  let loop = Loop { sum in
    {
      let heap = BareHeap()
      for (index, due) in times.enumerated() { heap.add(due: due, sequence: index) { sum.add(1) } }
      while heap.first != nil { heap.takeFirst().action() }
    }
  }
  let sum = Sum()
  return Row("100,000 actions at random times, run", per: .action, goal: Goal(timesLoop: 1.5), loop: loop) {
    let timeline = Timeline()
    for due in times { timeline.schedule(at: .init(nanoseconds: due)) { sum.add(1) } }
    timeline.run()
  }
}

/// A timer that ticks every 10 nanoseconds, among `others` that are never due.
private func timer(_ name: String, among others: Int, goal: Goal) -> Row {
  let loop = Loop { sum in
    let heap = BareHeap()
    for index in 0..<others { heap.add(due: .max, sequence: index) {} }
    var now: Int64 = 0
    heap.add(due: 10, sequence: others) { sum.add(1) }
    return {
      now += Int64(elements) * 10
      while let due = heap.first, due <= now {
        let entry = heap.takeFirst()
        entry.action()
        heap.add(due: due + 10, sequence: entry.sequence, entry.action)
      }
    }
  }
  return .prepared(name, per: .action, goal: goal, loop: loop) {
    let sum = Sum()
    let timeline = Timeline()
    for _ in 0..<others { timeline.schedule(at: .end) {} }
    let token = timeline.schedule(at: .init(nanoseconds: 10), every: .nanoseconds(10)) { sum.add(1) }
    return {
      timeline.advance(by: .nanoseconds(elements * 10))
      withExtendedLifetime(token) {}
    }
  }
}

private func timerAlone() -> Row { timer("a timer's tick", among: 0, goal: Goal()) }

private func timerInACrowd() -> Row {
  timer("a timer's tick among 10,000 pending", among: 10_000, goal: .like("a timer's tick", times: 2.5))
}

private func debounce() -> Row {
  let loop = Loop { sum in
    let heap = BareHeap()
    return {
      for index in 0..<elements {
        heap.add(due: Int64(index), sequence: index) { sum.add(1) }
        heap.cancel(sequence: index)
      }
      while heap.first != nil { heap.takeFirst().action() }
    }
  }
  return .prepared("schedule and cancel, run", per: .action, goal: Goal(timesLoop: 1.5), loop: loop) {
    let sum = Sum()
    let timeline = Timeline()
    return {
      for index in 0..<elements { timeline.schedule(at: .init(nanoseconds: Int64(index))) { sum.add(1) }.cancel() }
      timeline.run()
    }
  }
}

private func cancelAll() -> Row {
  let loop = Loop { sum in
    {
      let heap = SlotHeap()
      let slots = times.enumerated().map { index, due in heap.add(due: due, sequence: index) { sum.add(1) } }
      for slot in slots { heap.cancel(slot) }
    }
  }
  let sum = Sum()
  return Row("schedule 100,000, then cancel all", per: .action, goal: Goal(timesLoop: 1.5), loop: loop) {
    let timeline = Timeline()
    let tokens = times.map { due in timeline.schedule(at: .init(nanoseconds: due)) { sum.add(1) } }
    for token in tokens { token.cancel() }
  }
}

private func pending() -> Row {
  let loop = Loop { sum in
    var kept: BareHeap?
    return {
      let heap = BareHeap()
      for (index, due) in times.enumerated() { heap.add(due: due, sequence: index) { sum.add(1) } }
      kept = heap
      withExtendedLifetime(kept) {}
    }
  }
  return .prepared("100,000 pending", per: .action, goal: Goal(bytesOfLoop: 1.5), loop: loop) {
    let sum = Sum()
    var kept: Timeline?
    return {
      let timeline = Timeline()
      for due in times { timeline.schedule(at: .init(nanoseconds: due)) { sum.add(1) } }
      kept = timeline
      withExtendedLifetime(kept) {}
    }
  }
}

private func idle() -> Row {
  .prepared("advance with nothing due", per: .action, goal: Goal(nanoseconds: 1_000, allocations: 0)) {
    let timeline = Timeline()
    return { for _ in 0..<elements { timeline.advance(by: .nanoseconds(1)) } }
  }
}

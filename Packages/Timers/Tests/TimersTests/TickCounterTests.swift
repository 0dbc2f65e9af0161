import Testing

@testable import Timers

struct TickCounterTests {
  @Test func punctualTicksAreSentOnceForEachPolicy() {
    for missed in [MissedTicks.burst, .skip, .delay] {
      var counter = TickCounter(interval: 1000, missed: missed)
      #expect([0, 1000, 2100, 2990, 4000].map { counter.answer(at: $0).ticks } == [1, 1, 1, 1, 1])
      #expect(counter.answer(at: 4001).ticks == 0)
    }
  }

  /// The answers at 35, when ticks 1 to 3 are due, and at later calls. The count restarts with `delay`.
  @Test(arguments: [
    (MissedTicks.burst, [35: 3, 36: 0, 40: 1], false), (.skip, [35: 1, 36: 0, 40: 1], false), (.delay, [35: 1], true),
  ])
  func missedTicksAreSentSkippedOrDelayed(missed: MissedTicks, ticks: [Int64: Int], restarts: Bool) {
    var counter = TickCounter(interval: 10, missed: missed)
    #expect(counter.answer(at: 0) == .init(ticks: 1))
    for (time, count) in ticks.sorted(by: { $0.key < $1.key }) {
      #expect(counter.answer(at: time) == .init(ticks: count, restarts: restarts))
    }
    if restarts { #expect(counter.answer(at: 0) == .init(ticks: 1)) }
  }

  @Test func theNextTickIsDueAfterTheAnswer() {
    var counter = TickCounter(interval: 10, missed: .skip)
    #expect(counter.due == 0)
    _ = counter.answer(at: 0)
    #expect(counter.due == 10)
    _ = counter.answer(at: 35)
    #expect(counter.due == 40)
  }

  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func aClockThatIsSetBackStopsNothing(missed: MissedTicks) {
    var counter = TickCounter(interval: 1000, missed: missed)
    #expect([0, 1000, 2000].map { counter.answer(at: $0).ticks } == [1, 1, 1])
    #expect(counter.answer(at: 2000).ticks == 0)
    #expect(counter.answer(at: 1900).ticks == 0)
    #expect(counter.answer(at: -1_000_000) == .init(ticks: 1, restarts: true))
    #expect(counter.answer(at: -1000).ticks == 0)
    #expect(counter.answer(at: 0) == .init(ticks: 1))
    #expect(counter.answer(at: .min) == .init(ticks: 1, restarts: true))
  }

  @Test func noTickIsDueBeyondTheEndOfTime() {
    var counter = TickCounter(interval: .max / 2, missed: .skip)
    #expect(counter.answer(at: .max).ticks == 1)
    #expect(counter.answer(at: .max).ticks == 0)
    #expect(counter.due == nil)
  }
}

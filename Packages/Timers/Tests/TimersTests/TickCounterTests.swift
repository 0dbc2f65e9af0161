import Testing

@testable import Timers

struct TickCounterTests {
  @Test func ticksInTimeAreNotMissed() {
    for missed in [MissedTicks.burst, .skip, .delay] {
      var counter = TickCounter(interval: 1000, missed: missed)
      #expect([0, 1000, 2100, 2990, 4000].map { counter.answer(at: $0).ticks } == [1, 1, 1, 1, 1])
      #expect(counter.answer(at: 4001).ticks == 0)
    }
  }

  @Test func burstReturnsAllMissedTicks() {
    var counter = TickCounter(interval: 10, missed: .burst)
    #expect(counter.answer(at: 0) == .init(ticks: 1))
    #expect(counter.answer(at: 35) == .init(ticks: 3))
    #expect(counter.answer(at: 35) == .init(ticks: 0))
    #expect(counter.answer(at: 40) == .init(ticks: 1))
  }

  @Test func skipKeepsThePace() {
    var counter = TickCounter(interval: 10, missed: .skip)
    #expect(counter.answer(at: 0) == .init(ticks: 1))
    #expect(counter.answer(at: 35) == .init(ticks: 1))
    #expect(counter.answer(at: 40) == .init(ticks: 1))
  }

  @Test func delayRestartsTheCount() {
    var counter = TickCounter(interval: 10, missed: .delay)
    #expect(counter.answer(at: 0) == .init(ticks: 1))
    #expect(counter.answer(at: 35) == .init(ticks: 1, restarts: true))
    #expect(counter.answer(at: 0) == .init(ticks: 1))
  }

  @Test func countsOverdueTime() {
    var counter = TickCounter(interval: 10, missed: .skip)
    #expect(counter.overdue(at: -1) == nil)
    #expect(counter.overdue(at: 0) == 0)
    _ = counter.answer(at: 0)
    #expect([9, 10, 35].map { counter.overdue(at: $0) } == [nil, 10, 10])
    _ = counter.answer(at: 35)
    #expect(counter.overdue(at: 39) == nil)
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

  @Test func theEndOfTimeIsQuiet() {
    var counter = TickCounter(interval: .max / 2, missed: .skip)
    #expect(counter.answer(at: .max).ticks == 1)
    #expect(counter.answer(at: .max).ticks == 0)
    #expect(counter.overdue(at: .max) == nil)
  }
}

import Schedulers
import Testing

@Suite(.timeLimit(.minutes(10))) struct AnyClockTests {
  @Test func nowIsTheTimeOfTheErasedClock() async throws {
    let timeline = Timeline()
    let clock = AnyClock(timeline)
    let start = clock.now
    await timeline.advance(by: .seconds(2))
    expectEqual(start.duration(to: clock.now), .seconds(2))
    #expect(start < clock.now)
    expectEqual(start.advanced(by: .seconds(2)), AnyClock(timeline).now)
    expectEqual(Set([start, clock.now, AnyClock.Instant(Timeline.Instant.beginning)]).count, 2)
    expectEqual("\(clock.now)", "2.0 seconds")
    expectEqual(clock.minimumResolution, .nanoseconds(1))
  }

  @Test func instantsOfOtherClocksAreNotEqual() {
    #expect(AnyClock(Timeline()).now != AnyClock(ImmediateClock()).now)
  }

  @Test func sleepsWithTheClock() async throws {
    let timeline = Timeline()
    let clock: any Clock<Duration> = AnyClock(timeline)
    let log = Log<Timeline.Instant>()
    try await withVirtualTime(on: timeline) {
      let task = timeline.task {
        try await clock.sleep(for: .seconds(3))
        log.add(timeline.now)
      }
      await timeline.advance(by: .seconds(5))
      try await task.value
    }
    expectEqual(log.all, [Timeline.Instant(nanoseconds: 3_000_000_000)])
  }

  @Test func cancellationReachesTheErasedClock() async {
    let clock = AnyClock(Timeline())
    let task = Task { try await clock.sleep(for: .seconds(3)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

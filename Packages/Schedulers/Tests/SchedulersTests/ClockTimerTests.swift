import Schedulers
import Testing

@Suite(.timeLimit(.minutes(10))) struct ClockTimerTests {
  let timeline = Timeline()

  /// Takes ticks in a task of the timeline and says when each came. `work` is how long the body sleeps after each.
  func ticks(
    of clock: any Clock<Duration>, every interval: Duration, work: [Duration] = [], for length: Duration
  ) async -> [Duration] {
    let log = Log<Duration>()
    await withVirtualTime(on: timeline) {
      let task = timeline.task {
        var work = work
        for await _ in clock.timer(interval: interval) {
          log.add(timeline.now.offset)
          if !work.isEmpty { try await timeline.sleep(for: work.removeFirst()) }
        }
      }
      await timeline.advance(by: length)
      task.cancel()
      _ = try? await task.value
    }
    return log.all
  }

  @Test func ticksWithoutDrift() async {
    let seen = await ticks(of: timeline, every: .milliseconds(100), for: .seconds(1))
    expectEqual(seen, (1...10).map { .milliseconds($0 * 100) })
    expectEqual(timeline.pendingCount, 0)
  }

  @Test func ticksOfAnErasedClock() async {
    let seen = await ticks(of: AnyClock(timeline), every: .seconds(1), for: .seconds(3))
    expectEqual(seen, [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func missedTicksAreOneAndTheOthersKeepTheirTime() async {
    let seen = await ticks(of: timeline, every: .seconds(1), work: [.seconds(3.5)], for: .seconds(6))
    expectEqual(seen, [.seconds(1), .seconds(4.5), .seconds(5), .seconds(6)])
  }

  @Test func aBodyAsLongAsTheIntervalMissesNone() async {
    let seen = await ticks(of: timeline, every: .seconds(1), work: [.seconds(1), .seconds(1)], for: .seconds(4))
    expectEqual(seen, [.seconds(1), .seconds(2), .seconds(3), .seconds(4)])
  }

  @Test func anImmediateClockTicksAtOnce() async {
    let clock = ImmediateClock()
    var seen: [Duration] = []
    for await _ in clock.timer(interval: .seconds(60)) {
      seen.append(clock.now.offset)
      if seen.count == 3 { break }
    }
    expectEqual(seen, [.seconds(60), .seconds(120), .seconds(180)])
  }

  @Test func endsWithItsTask() async {
    let timeline = timeline
    let task = Task {
      var count = 0
      for await _ in timeline.timer(interval: .seconds(1)) { count += 1 }
      return count
    }
    await timeline.waitForSleepers(1)
    task.cancel()
    await expectEqual(task.value, 0)
    expectEqual(timeline.pendingCount, 0)
  }

  @Test func thePendingTickHasThePlaceOfTheTimer() async {
    for clock in [timeline, AnyClock(timeline)] as [any Clock<Duration>] {
      let line: UInt = #line + 1
      let ticks = clock.timer(interval: .seconds(1))
      let task = Task { for await _ in ticks {} }
      await timeline.waitForSleepers()
      expectEqual(timeline.pending.map(\.place?.line), [line])
      task.cancel()
      await task.value
    }
  }

  @Test func aTimerWhoseClockFailsEndsWithAnIssue() async {
    struct Broken: Error {}
    struct Failing: Clock {
      var now: ContinuousClock.Instant { .now }
      var minimumResolution: Duration { .zero }
      func sleep(until _: ContinuousClock.Instant, tolerance _: Duration?) async throws { throw Broken() }
    }
    await withKnownIssue {
      for await _ in Failing().timer(interval: .seconds(1)) { Issue.record("It must not tick.") }
    } matching: {
      $0.comments.contains { "\($0)".contains("the clock threw Broken() from a sleep that was not cancelled") }
    }
  }

  @Test func ticksInRealTime() async {
    let clock = ContinuousClock()
    let start = clock.now
    var ticks: [AnyClock<Duration>.Instant] = []
    for await tick in clock.timer(interval: .milliseconds(2), tolerance: .zero) {
      ticks.append(tick)
      if ticks.count == 3 { break }
    }
    expectEqual(ticks, ticks.sorted())
    #expect(start.duration(to: clock.now) >= .milliseconds(6))
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test func anIntervalOfZeroTrapsAtTheLineOfTheCall() async throws {
      let line = #line + 1
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ContinuousClock().timer(interval: .zero)
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("\(#filePath):\(line): Fatal error: Clock.timer(interval:): the interval must be"))
    }
  #endif
}

import Dispatch
import Testing
import Timers

/// Async timers keep a stated number of ticks that nobody has taken, the newest.
@Suite(.timeLimit(.minutes(1))) struct TimerSequenceTests {
  @Test(arguments: [1, 3]) func ticksNobodyTookAreKeptUpToTheLimit(limit: Int) async {
    await withVirtualTime { timeline in
      let scheduler = DispatchQueue.test(on: timeline)
      let ticks = scheduler.timerSequence(every: 1, count: 10, bufferingNewest: limit)
      await timeline.advance(by: .seconds(20))
      var seconds: [UInt64] = []
      for await tick in ticks { seconds.append(tick.dispatchTime.uptimeNanoseconds / 1_000_000_000) }
      #expect(seconds == Array((UInt64(11 - limit)...10)))
    }
  }

  @Test func theSchedulersOwnTimerKeepsTheNewest() async {
    await withVirtualTime { timeline in
      let scheduler = DispatchQueue.test(on: timeline)
      let ticks = scheduler.timer(interval: 1, bufferingNewest: 2)
      await timeline.advance(by: .seconds(5))
      var seen: [UInt64] = []
      for await tick in ticks {
        seen.append(tick.dispatchTime.uptimeNanoseconds / 1_000_000_000)
        if seen.count == 2 { break }
      }
      #expect(seen == [4, 5])
    }
  }

  @Test func endsWithItsTask() async {
    await withVirtualTime { timeline in
      let scheduler = DispatchQueue.test(on: timeline)
      let task = timeline.task {
        var count = 0
        for await _ in scheduler.timerSequence(every: 1) { count += 1 }
        return count
      }
      await timeline.advance(by: .seconds(3))
      task.cancel()
      await timeline.advance(by: .seconds(3))
      let count = try? await task.value
      #expect(count == 3)
      #expect(timeline.pendingCount == 0)
    }
  }
}

import Foundation
import Streams
import Testing

@Suite(.timeLimit(.minutes(10))) struct RunLoopSchedulerTests {
  @Test func actionsWakeASleepingLoopAndAreDoneInOrder() async throws {
    try await LoopThread.during { loop in
      // Nothing tells from outside when a loop has fallen asleep. One that is awake passes as well.
      try await Task.sleep(for: .milliseconds(20))
      await expectOrder(on: loop) { RunLoop.current === loop }
    }
  }

  @Test func anActionMayScheduleTheNext() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Int.self)
      func step(_ number: Int) {
        log.yield(number)
        if number < 20 { loop.schedule { step(number + 1) } }
      }
      loop.schedule { step(1) }
      var seen: [Int] = []
      for await number in done.prefix(20) { seen.append(number) }
      expectEqual(seen, Array(1...20))
    }
  }

  @Test func anActionDoesNotRunBeforeItsTime() async {
    await LoopThread.during { loop in
      await expectActionsInTime(on: loop, tolerance: -1)
      expectEqual(loop.minimumTolerance, 0)
    }
  }

  @Test func actionsOfOneDateRunInTheOrderOfScheduling() async {
    await LoopThread.during { loop in
      let due = loop.now.advanced(by: .milliseconds(20))
      let (done, log) = AsyncStream.makeStream(of: Int.self)
      for number in 1...100 { loop.schedule(after: due) { log.yield(number) } }
      var seen: [Int] = []
      for await number in done.prefix(100) { seen.append(number) }
      expectEqual(seen, Array(1...100))
    }
  }

  @Test func anActionMayRunTheLoop() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: String.self)
      let inner = Log()
      loop.schedule {
        log.yield("begin")
        for number in 1...3 { loop.schedule { inner.add("\(number)") } }
        loop.schedule(after: loop.now.advanced(by: .milliseconds(10))) { inner.add("later") }
        while inner.entries.count < 4 { _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02)) }
        log.yield("end")
      }
      for await event in done where event == "end" { break }
      expectEqual(inner.entries, ["1", "2", "3", "later"])
    }
  }

  @Test func workIsScheduledFromManyThreads() async {
    await LoopThread.during { loop in
      let threads = 8
      let (done, log) = AsyncStream.makeStream(of: (Int, Int).self)
      let shared = SharedLoop(loop)
      for thread in 0..<threads {
        DispatchQueue.global().async {
          for number in 0..<100 {
            shared.loop.schedule { log.yield((thread, number)) }
            let repetition = shared.loop.schedule(after: shared.loop.now, interval: 1) {}
            repetition.cancel()
          }
        }
      }
      var seen = [[Int]](repeating: [], count: threads)
      for await (thread, number) in done.prefix(threads * 100) { seen[thread].append(number) }
      expectEqual(seen, [[Int]](repeating: Array(0..<100), count: threads))
    }
  }

  @Test func aRepetitionSkipsMissedTicks() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: TimeInterval.self)
      let start = loop.now
      var ticks = 0
      let repetition = loop.schedule(after: start, interval: .milliseconds(10)) {
        ticks += 1
        if ticks == 1 { Thread.sleep(until: start.date + 0.055) }
        log.yield(start.distance(to: loop.now).timeInterval)
      }
      var times: [TimeInterval] = []
      for await time in done.prefix(2) { times.append(time) }
      repetition.cancel()
      #expect(times[0] >= 0.055 && times[1] >= 0.06, "the next tick is one of the grid")
    }
  }

  @Test func repeatsOnItsGridUntilCancelled() async {
    await LoopThread.during { await expectTicksOnGrid(on: $0) }
  }

  @Test func nothingIsDoneAfterACancelOnTheLoop() async {
    await LoopThread.during { await expectNoTickAfterCancel(on: $0, interval: 0) }
  }

  @Test func anIntervalOfZeroDoesNotStarveTheLoop() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: String.self)
      let repetition = loop.schedule(after: loop.now, interval: 0) {}
      loop.schedule(after: loop.now.advanced(by: .milliseconds(20))) { log.yield("other work") }
      for await _ in done.prefix(1) {}
      repetition.cancel()
    }
  }

  @Test func actionsAreReleased() async {
    await LoopThread.during { await expectReleasedActions(on: $0) }
  }

  @Test func aNegativeIntervalTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RunLoop.main.schedule(after: RunLoop.main.now, interval: -1) {}
    }
    #expect(text(result).contains("RunLoop.schedule(after:interval:): the interval must not be negative"))
  }

  @Test func anIntervalThatIsNotANumberTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RunLoop.main.schedule(after: RunLoop.main.now, interval: .seconds(Double.nan)) {}
    }
    #expect(text(result).contains("RunLoop.schedule(after:interval:): the interval is not a number"))
  }

  @Test func aRepetitionMayBeginBeforeAllTime() async {
    await LoopThread.during {
      await expectTicks(on: $0, after: .init(Date(timeIntervalSinceReferenceDate: -.infinity)))
    }
  }
}

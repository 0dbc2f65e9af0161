import Foundation
import Streams
import Testing

@Suite(.timeLimit(.minutes(10))) struct TimerPublisherTests {
  private typealias Ticks = Probe<Date, Never>

  /// Runs `body` on the loop's own thread.
  private nonisolated(nonsending) func on(_ loop: RunLoop, _ body: @escaping () -> Void) async {
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    loop.schedule {
      body()
      end.yield()
    }
    for await _ in done.prefix(1) {}
  }

  private nonisolated(nonsending) func pass(_ time: TimeInterval, on loop: RunLoop) async {
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    loop.schedule(after: loop.now.advanced(by: .seconds(time))) { end.yield() }
    for await _ in done.prefix(1) {}
  }

  @Test func sendsTheDateOnItsGrid() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Date.self)
      let timer = Timer.publish(every: 0.02, on: loop, in: .default)
      let probe = Ticks(.unlimited) { date in
        #expect(RunLoop.current === loop)
        log.yield(date)
        return .none
      }
      timer.subscribe(probe)
      let start = Date()
      let connection = timer.connect()
      var dates: [Date] = []
      for await date in done.prefix(3) { dates.append(date) }
      connection.cancel()
      for (index, date) in dates.enumerated() { #expect(date >= start + 0.02 * Double(index + 1)) }
      #expect(dates[2] <= Date())
      #expect(probe.completions.isEmpty)
    }
  }

  @Test(arguments: [RunLoop.Mode.default, .common], [0.001, 3600])
  func aToleranceDoesNotDelayTheTicksInAnyMode(mode: RunLoop.Mode, tolerance: TimeInterval) async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Void.self)
      let timer = Timer.publish(every: 0.005, tolerance: tolerance, on: loop, in: mode)
      let sink = timer.sink { _ in log.yield() }
      let connection = timer.connect()
      for await _ in done.prefix(3) {}
      connection.cancel()
      sink.cancel()
    }
  }

  @Test func nothingIsSentBeforeItIsConnected() async {
    await LoopThread.during { loop in
      let timer = Timer.publish(every: 0.002, on: loop, in: .default)
      let probe = Ticks(.unlimited)
      timer.subscribe(probe)
      await pass(0.03, on: loop)
      #expect(probe.values.isEmpty)
    }
  }

  @Test func aTickWithoutDemandIsDropped() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Void.self)
      let timer = Timer.publish(every: 0.005, on: loop, in: .default)
      let few = Ticks(.max(2))
      let none = Ticks(.none)
      let returning = Ticks(.max(1)) { _ in few.values.count < 2 ? .max(1) : .none }
      // Everything happens on the loop's thread, and this one is served last.
      var ticks = 0
      var connection: (any Cancellable)?
      let all = Ticks(.unlimited) { _ in
        ticks += 1
        if ticks == 5 { none.subscription?.request(.max(1)) }
        if ticks == 8 {
          connection?.cancel()
          log.yield()
        }
        return .none
      }
      await on(loop) {
        for probe in [few, none, returning, all] { timer.subscribe(probe) }
        connection = timer.connect()
      }
      for await _ in done.prefix(1) {}
      expectEqual(few.values.count, 2)
      expectEqual(returning.values.count, 2)
      expectEqual(none.values, [all.values[5]], "the dropped ones do not come later")
      expectEqual(all.values.count, 8)
    }
  }

  @Test func subscribersAreServedInOrder() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Int.self)
      let timer = Timer.publish(every: 0.005, on: loop, in: .default)
      let probes = (0..<5).map { number in
        Ticks(.max(2)) { _ in
          log.yield(number)
          return .none
        }
      }
      for probe in probes { timer.subscribe(probe) }
      let connection = timer.connect()
      var seen: [Int] = []
      for await number in done.prefix(10) { seen.append(number) }
      connection.cancel()
      expectEqual(seen, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4])
      expectEqual(Set(probes.map { $0.values[0] }).count, 1, "one tick has one date")
    }
  }

  @Test func oneSubscriberMayCancelWithoutTheOthers() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Void.self)
      let timer = Timer.publish(every: 0.005, on: loop, in: .default)
      var leave = {}
      let first = Ticks(.unlimited) { _ in
        leave()
        return .none
      }
      leave = { [weak first] in first?.cancel() }
      let second = Ticks(.unlimited) { _ in
        log.yield()
        return .none
      }
      timer.subscribe(first)
      timer.subscribe(second)
      let connection = timer.connect()
      for await _ in done.prefix(3) {}
      connection.cancel()
      expectEqual(first.values.count, 1)
    }
  }

  @Test func canBeConnectedAgain() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Void.self)
      let timer = Timer.publish(every: 0.005, on: loop, in: .default)
      let probe = Ticks(.unlimited) { _ in
        log.yield()
        return .none
      }
      timer.subscribe(probe)
      let first = timer.connect()
      for await _ in done.prefix(1) {}
      await on(loop) { first.cancel() }
      let count = probe.values.count
      await pass(0.03, on: loop)
      expectEqual(probe.values.count, count, "disconnected")

      let second = timer.connect()
      first.cancel()
      for await _ in done.prefix(count + 2) {}
      second.cancel()
    }
  }

  @Test func connectingTwiceIsConnectingOnce() async {
    await LoopThread.during { loop in
      let timer = Timer.publish(every: 0.01, on: loop, in: .default)
      let probe = Ticks(.unlimited)
      timer.subscribe(probe)
      let start = Date()
      let connections = [timer.connect(), timer.connect()]
      await pass(0.055, on: loop)
      await on(loop) { connections[1].cancel() }
      let count = probe.values.count
      #expect(Double(count) <= Date().timeIntervalSince(start) / 0.01)
      await pass(0.03, on: loop)
      expectEqual(probe.values.count, count)
      connections[0].cancel()
    }
  }

  @Test func aLoopThatDoesNotRunSendsNothingAndThenOneTick() async {
    let counts: (Int, Int) = await withCheckedContinuation { result in
      Thread.detachNewThread {
        let timer = Timer.publish(every: 0.02, on: .current, in: .default)
        let probe = Ticks(.unlimited)
        timer.subscribe(probe)
        let connection = timer.connect()
        Thread.sleep(forTimeInterval: 0.05)
        let before = probe.values.count
        _ = RunLoop.current.run(mode: .default, before: Date())
        connection.cancel()
        result.resume(returning: (before, probe.values.count))
      }
    }
    expectEqual(counts.0, 0)
    #expect(counts.1 <= 1, "what has passed counts as one")
  }

  @Test func cancellingReleasesEverything() async {
    await LoopThread.during { loop in
      let (released, log) = AsyncStream.makeStream(of: Void.self)
      weak var publisher: Timer.TimerPublisher?
      do {
        let token = Token { log.yield() }
        let timer = Timer.publish(every: 3600, on: loop, in: .default)
        publisher = timer
        let sink = timer.sink { _ in _ = token }
        let connection = timer.connect()
        connection.cancel()
        sink.cancel()
      }
      for await _ in released.prefix(1) {}
      #expect(publisher == nil)
    }
  }

  @Test func ticksAlthoughThePublisherIsReleased() async {
    await LoopThread.during { loop in
      let (done, log) = AsyncStream.makeStream(of: Void.self)
      let probe = Ticks(.unlimited) { _ in
        log.yield()
        return .none
      }
      func start() -> any Cancellable {
        let timer = Timer.publish(every: 0.005, on: loop, in: .default)
        timer.subscribe(probe)
        return timer.connect()
      }
      let connection = start()
      for await _ in done.prefix(2) {}
      connection.cancel()
    }
  }

  @Test func keepsItsArgumentsAndMirrorShowsIntervalAndTolerance() throws {
    let timer = Timer.TimerPublisher(interval: 2, tolerance: 0.5, runLoop: .main, mode: .common)
    #expect(timer.interval == 2 && timer.tolerance == 0.5 && timer.runLoop === RunLoop.main && timer.mode == .common)
    #expect(timer.options == nil)
    let probe = Ticks(.unlimited)
    timer.subscribe(probe)
    let subscription = try #require(probe.subscription)
    expectEqual("\(subscription)", "Timer")
    expectEqual(Mirror(reflecting: subscription).children.map(\.label), ["downstream", "interval", "tolerance"])
    subscription.cancel()
  }

  @Test func anIntervalThatIsNotANumberTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Timer.publish(every: .nan, on: .main, in: .default)
    }
    #expect(text(result).contains("Timer.publish(every:): the interval is not a number"))
  }
}

import Dispatch
import IssueReporting
import Schedulers
import Streams
import Testing

/// Schedulers of real clocks, and of a clock that a test moves.
@Suite(.timeLimit(.minutes(10))) struct ClockSchedulerTests {
  @Test func runsInTheOrderOfTimeAndScheduling() async {
    let queue = DispatchQueue(label: "in order")
    let scheduler = ContinuousClock().scheduler(queue: queue)
    let log = Log<String>()
    let start = scheduler.now
    await withCheckedContinuation { done in
      // On the queue, so that nothing runs before all is scheduled, however slow that is.
      queue.sync {
        scheduler.schedule(after: start.advanced(by: -1)) { log.add("late") }
        scheduler.schedule(after: start.advanced(by: -1)) { log.add("as late") }
        scheduler.schedule(after: start.advanced(by: -2)) { log.add("later") }
        scheduler.schedule { log.add("now") }
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(5))) { done.resume() }
      }
    }
    expectEqual(log.all, ["later", "late", "as late", "now"])
    #expect(start.distance(to: scheduler.now) >= .milliseconds(5))
  }

  @Test func repeatsUntilItIsCancelled() async {
    let scheduler = SuspendingClock().scheduler()
    let times = Log<ClockScheduler<SuspendingClock>.SchedulerTimeType>()
    let timer = Guarded<AnyCancellable?>(nil)
    let start = scheduler.now
    await withCheckedContinuation { done in
      timer.withLock {
        $0 = AnyCancellable(
          scheduler.schedule(after: start.advanced(by: .milliseconds(1)), interval: .milliseconds(1)) {
            times.add(scheduler.now)
            if times.all.count == 10 {
              timer.withLock { $0 = nil }
              done.resume()
            }
          })
      }
    }
    expectEqual(times.all.count, 10)
    expectEqual(times.all, times.all.sorted())
    #expect(start.distance(to: times.all[9]) >= .milliseconds(10))
  }

  @Test func aSleepEndsOnTimeOrWhenCancelled() async throws {
    let scheduler = ContinuousClock().scheduler()
    let slept = try await scheduler.measure { try await scheduler.sleep(for: .milliseconds(3)) }
    #expect(slept >= .milliseconds(3))
    let task = Task { try await scheduler.sleep(for: .seconds(3600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aTimerThatBeganLongAgoTicksAtOnce() async {
    let scheduler = ContinuousClock().scheduler()
    let (ticks, log) = AsyncStream.makeStream(of: Void.self)
    let long = scheduler.now.advanced(by: .nanoseconds(.min))
    let timer = scheduler.schedule(after: long, interval: .milliseconds(1)) { log.yield() }
    for await _ in ticks.prefix(3) {}
    timer.cancel()
  }

  /// An action may run before the call that schedules it has returned.
  @Test func aSleepThatIsOverKeepsNothing() async throws {
    final class Gone: Sendable {
      let log: AsyncStream<Void>.Continuation
      init(_ log: AsyncStream<Void>.Continuation) { self.log = log }
      deinit { log.yield() }
    }
    let (gone, log) = AsyncStream.makeStream(of: Void.self)
    func sleepOften() async throws {
      let queue = DispatchQueue(label: "short")
      queue.setSpecific(key: DispatchSpecificKey<Gone>(), value: Gone(log))
      let scheduler = ContinuousClock().scheduler(queue: queue)
      for length in 1...1000 { try await scheduler.sleep(for: .nanoseconds(2 * length)) }
    }
    try await sleepOften()
    for await _ in gone.prefix(1) {}
  }

  /// Ends its sleeps by so much before the deadline, or as late as it may.
  private struct Inexact: Clock {
    let early: Duration
    let base = ContinuousClock()
    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      try await base.sleep(until: deadline.advanced(by: (tolerance ?? .zero) - early))
    }
  }

  @Test func aToleranceAppliesToItsActionOnly() async {
    let scheduler = Inexact(early: .zero).scheduler()
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    let start = scheduler.now
    scheduler.schedule(after: start.advanced(by: .milliseconds(5)), tolerance: .seconds(3600)) {}
    scheduler.schedule(after: start.advanced(by: .milliseconds(10)), tolerance: 0) { log.yield() }
    for await _ in done.prefix(1) {}
  }

  @Test func aClockMayEndItsSleepsTooEarly() async throws {
    let scheduler = Inexact(early: .milliseconds(1)).scheduler()
    let slept = try await scheduler.measure { try await scheduler.sleep(for: .milliseconds(5)) }
    #expect(slept >= .milliseconds(5))
  }

  #if os(macOS) || os(Linux) || os(Windows)
    private struct Broken: Error {}

    /// Its first sleep throws an error. Another one sets the time, and returns at once.
    private struct Failing: Clock {
      let hasFailed = Guarded(false)
      let time = Guarded(ContinuousClock.now)
      var now: ContinuousClock.Instant { time.withLock { $0 } }
      var minimumResolution: Duration { .nanoseconds(1) }
      func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        if !hasFailed.withLock({ exchange(&$0, with: true) }) { throw Broken() }
        time.withLock { $0 = max($0, deadline) }
      }
    }

    private struct Reporter: IssueReporter {
      let issues: AsyncStream<String>.Continuation

      func reportIssue(
        _ message: @autoclosure () -> String?, severity _: IssueSeverity, fileID _: StaticString,
        filePath _: StaticString, line _: UInt, column _: UInt
      ) {
        issues.yield(message() ?? "")
      }
    }

    /// In a process of its own, because no test's task reports the issue.
    @Test func workIsScheduledAgainAfterASleepThatFailed() async {
      await #expect(processExitsWith: .success) {
        let (issues, report) = AsyncStream.makeStream(of: String.self)
        IssueReporters.current = [Reporter(issues: report)]
        let (done, log) = AsyncStream.makeStream(of: Void.self)
        let scheduler = Failing().scheduler()
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(5))) { log.yield() }
        for await issue in issues.prefix(1) {
          #expect(issue.contains("Failing threw Broken() from a sleep that was not cancelled"))
        }
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(10))) { log.yield() }
        for await _ in done.prefix(2) {}
      }
    }
  #endif

  /// Writes down the tolerance of each sleep.
  private struct Recorded: Clock {
    let tolerances = Log<Duration?>()
    let base = ContinuousClock()
    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      tolerances.add(tolerance)
      try await base.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func eachTickOfATimerIsOneSleepWithItsTolerance() async {
    let clock = Recorded()
    let scheduler = clock.scheduler()
    let (ticks, log) = AsyncStream.makeStream(of: Int.self)
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: .milliseconds(2)), interval: .milliseconds(2), tolerance: .milliseconds(1)
    ) {
      log.yield(clock.tolerances.all.count)
    }
    var sleeps: [Int] = []
    for await count in ticks.prefix(5) { sleeps.append(count) }
    timer.cancel()
    // A tick that is late needs no sleep.
    for (number, count) in sleeps.enumerated() { #expect(count <= number + 1) }
    expectEqual(Set(clock.tolerances.all), [.milliseconds(1)])
  }

  @Test func timersKeepTheirToleranceBesideWorkWithoutOne() async {
    let clock = Recorded()
    let scheduler = clock.scheduler()
    let (ticks, log) = AsyncStream.makeStream(of: Void.self)
    // One of them is pending whenever the other one ticks.
    let timers = [2, 3].map { first in
      scheduler.schedule(
        after: scheduler.now.advanced(by: .milliseconds(first)), interval: .milliseconds(2), tolerance: .milliseconds(1)
      ) {
        log.yield()
      }
    }
    scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1)), tolerance: .zero) {}
    for await _ in ticks.prefix(10) {}
    for timer in timers { timer.cancel() }
    expectEqual(clock.tolerances.all.last, .milliseconds(1))
  }

  @Test func aPublisherDelaysOnAClockScheduler() async {
    let scheduler = ContinuousClock().scheduler(queue: DispatchQueue(label: "publishers"))
    let values = Log<Int>()
    let subscription = Guarded<AnyCancellable?>(nil)
    await withCheckedContinuation { done in
      subscription.withLock {
        $0 = [1, 2, 3].publisher.delay(for: .milliseconds(1), scheduler: scheduler)
          .sink(receiveCompletion: { _ in done.resume() }, receiveValue: { values.add($0) })
      }
    }
    expectEqual(values.all, [1, 2, 3])
  }

  /// The operators of Streams then let an action run too early, instead of replacing it for each value.
  @Test func theClocksOfTheSystemRunInRealTime() {
    let (continuous, suspending) = (ContinuousClock(), SuspendingClock())
    #expect(continuous.scheduler()._isRealTime && suspending.scheduler()._isRealTime)
    #expect(AnyClock(continuous).scheduler()._isRealTime && AnyClock(suspending).scheduler()._isRealTime)
    #expect(!Timeline().scheduler()._isRealTime && !AnyClock(Timeline()).scheduler()._isRealTime)
    #expect(!Inexact(early: .zero).scheduler()._isRealTime)
  }

  @Test func aDebounceOnAClockSchedulerSendsTheLastValueInTime() async {
    let scheduler = ContinuousClock().scheduler()
    let subject = PassthroughSubject<Int, Never>()
    let (values, log) = AsyncStream.makeStream(of: Int.self)
    let sink = subject.debounce(for: .milliseconds(20), scheduler: scheduler).sink { log.yield($0) }
    var last = scheduler.now
    for value in 1...1000 {
      last = scheduler.now
      subject.send(value)
    }
    for await value in values where value == 1000 { break }
    #expect(last.distance(to: scheduler.now) >= .milliseconds(20))
    withExtendedLifetime(sink) {}
  }

  /// A clock that a test moves. Its sleepers are separate tasks, so the test awaits them.
  struct Moved: Clock {
    let timeline: Timeline
    var now: Timeline.Instant { timeline.now }
    var minimumResolution: Duration { timeline.minimumResolution }
    func sleep(until deadline: Timeline.Instant, tolerance: Duration?) async throws {
      try await timeline.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func aClockThatATestMovesRunsActions() async {
    let timeline = Timeline()
    let scheduler = Moved(timeline: timeline).scheduler()
    let log = Log<Int>()
    await withCheckedContinuation { done in
      scheduler.schedule(after: scheduler.now.advanced(by: 60)) {
        log.add(60)
        done.resume()
      }
      Task {
        await timeline.waitForSleepers()
        await timeline.advance(by: .seconds(60))
      }
    }
    expectEqual(log.all, [60])
  }

  /// As a dispatch queue's timer: times that have passed count as one, which comes at once, and then it is in step.
  @Test func missedTicksRunOnce() async {
    let timeline = Timeline()
    let scheduler = Moved(timeline: timeline).scheduler()
    let times = Log<Duration>()
    let timer = Guarded<(any Cancellable)?>(nil)
    await withCheckedContinuation { done in
      timer.withLock {
        $0 = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) {
          times.add(timeline.now.offset)
          if times.all.count == 1 { timeline.skip(by: .seconds(2)) }
          if timeline.now.offset == .seconds(6) { done.resume() }
        }
      }
      Task {
        await timeline.waitForSleepers()
        timeline.skip(by: .seconds(3.5))
        await timeline.advance()
        await timeline.waitForSleepers()
        await timeline.advance(by: .seconds(0.5))
      }
    }
    timer.withLock { $0 }?.cancel()
    expectEqual(times.all, [.seconds(3.5), .seconds(5.5), .seconds(6)])
  }

  /// Nothing waits for a timeline on a separate thread: its scheduler is a view onto it.
  @Test func theSchedulerOfATimelineIsExact() async throws {
    let timeline = Timeline()
    let scheduler = timeline.scheduler()
    let log = Log<String>()
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 2) {
      log.add("timer at \(timeline.now)")
    }
    scheduler.schedule { log.add("at once") }
    timeline.schedule(in: .seconds(1)) { log.add("between") }
    scheduler.schedule(after: scheduler.now.advanced(by: 1)) { log.add("once at \(scheduler.now)") }
    let delayed = Just("delayed").delay(for: 2, scheduler: scheduler).sink { log.add("\($0) to \(timeline.now)") }
    expectEqual(log.all, [])
    await timeline.advance(by: .seconds(3))
    expectEqual(
      log.all,
      [
        "at once", "timer at 1.0 seconds", "between", "once at 1.0 seconds", "delayed to 2.0 seconds",
        "timer at 3.0 seconds",
      ])
    timer.cancel()
    delayed.cancel()
    expectEqual(timeline.pendingCount, 0)
    await withVirtualTime(on: timeline) {
      async let nap: Void = scheduler.sleep(for: 60)
      await timeline.advance(by: .seconds(60))
      try? await nap
    }
    expectEqual(timeline.now.offset, .seconds(63))
  }

  @Test func theSchedulerOfATimelineReportsAnIntervalOfZero() {
    let timeline = Timeline()
    let scheduler = timeline.scheduler()
    let timer = scheduler.schedule(after: scheduler.now, interval: 0) {}
    withKnownIssue { timeline.advance() }
    timer.cancel()
  }

  @Test func aTestSchedulerReplacesAClockScheduler() {
    let start = ContinuousClock.now
    let scheduler = ClockScheduler<ContinuousClock>.test(now: start)
    var ran = false
    scheduler.schedule(after: scheduler.now.advanced(by: 1.5)) { ran = true }
    scheduler.advance(by: 1.5)
    #expect(ran)
    expectEqual(scheduler.now.instant, start.advanced(by: .milliseconds(1500)))
  }

  @Test func aCancelledTimerIsReleased() async {
    final class Held: Sendable {}
    weak var held: Held?
    let scheduler = ContinuousClock().scheduler()
    do {
      let object = Held()
      held = object
      let timer = scheduler.schedule(after: scheduler.now.advanced(by: 3600), interval: 1) {
        withExtendedLifetime(object) {}
      }
      timer.cancel()
    }
    #expect(held == nil)
  }
}

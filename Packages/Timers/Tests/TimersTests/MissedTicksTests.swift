import Dispatch
import Foundation
@_spi(Timers) import Schedulers
import Testing
import Timers

/// Missed ticks have the same meaning in virtual and in real time.
@Suite(.timeLimit(.minutes(10))) struct MissedTicksTests {
  /// A machine that sleeps from 1 s to 4.5 s: time moves, nothing runs.
  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func ticksMissedInSleepComeAsChosen(missed: MissedTicks) {
    let scheduler = DispatchQueue.test
    var times: [Double] = []
    let timer = scheduler.timerPublisher(every: 1, missedTicks: missed)
    let ticks = timer.sink { _ in times.append(Double(scheduler.timeline.now.nanoseconds) / 1_000_000_000) }
    let connection = timer.connect()
    scheduler.advance(by: 1)
    scheduler.timeline.skip(by: .seconds(3.5))
    scheduler.advance(by: 2)
    connection.cancel()
    ticks.cancel()
    switch missed {
    case .burst: #expect(times == [1, 4.5, 4.5, 4.5, 5, 6])
    case .skip: #expect(times == [1, 4.5, 5, 6])
    case .delay: #expect(times == [1, 4.5, 5.5, 6.5])
    }
  }

  /// A tick, the second, that takes three and a half intervals of virtual time, and perhaps ends it all.
  @Test(arguments: [MissedTicks.burst, .skip, .delay], [false, true])
  func ticksMissedInALongTickComeAsChosen(missed: MissedTicks, isTheLast: Bool) {
    let scheduler = DispatchQueue.test
    var times: [Double] = []
    var connection: (any Cancellable)?
    let timer = scheduler.timerPublisher(every: 1, missedTicks: missed)
    let ticks = timer.sink { _ in
      times.append(Double(scheduler.timeline.now.nanoseconds) / 1_000_000_000)
      guard times.count == 2 else { return }
      scheduler.timeline.skip(by: .seconds(3.5))
      if isTheLast { connection?.cancel() }
    }
    connection = timer.connect()
    scheduler.advance(by: 2)
    #expect(scheduler.timeline.pendingCount == (isTheLast ? 0 : 1))
    scheduler.advance(by: 2)
    connection?.cancel()
    ticks.cancel()
    #expect(scheduler.timeline.pendingCount == 0)
    if isTheLast { return #expect(times == [1, 2]) }
    switch missed {
    case .burst: #expect(times == [1, 2, 5.5, 5.5, 5.5, 6, 7])
    case .skip: #expect(times == [1, 2, 5.5, 6, 7])
    case .delay: #expect(times == [1, 2, 5.5, 6.5, 7.5])
    }
  }

  /// A concurrent scheduler may call while the subscribers receive a tick.
  @Test func noTickComesWhileThePaceRestarts() {
    let scheduler = CallingScheduler()
    var ticks = 0
    let timer = scheduler.timerPublisher(every: .seconds(1), missedTicks: .delay).autoconnect().sink { _ in
      ticks += 1
      if ticks == 1 { scheduler.call(after: .milliseconds(500)) }
    }
    scheduler.call(after: .milliseconds(3500))
    #expect(ticks == 1)
    scheduler.call(after: .milliseconds(500))
    #expect(ticks == 2)
    timer.cancel()
  }

  /// A real scheduler that the first tick keeps busy for two and a half intervals. Any tick may come late.
  @Test(arguments: [MissedTicks.burst, .skip, .delay], Busy.allCases)
  func ticksMissedOnABusySchedulerComeAsChosen(missed: MissedTicks, scheduler: Busy) async {
    let run = await scheduler.run(missed)
    let ticks = run.ticks
    #expect(ticks.count == 4)
    #expect(run.mostDue(at: ticks[0]) >= 1)
    for (index, time) in ticks.enumerated().dropFirst() {
      switch missed {
      case .burst:
        // No tick is early, and no tick that is due is missing.
        #expect(run.mostDue(at: time) > index)
        #expect(ticks.filter { $0 <= time }.count >= min(run.leastDue(at: time), 4))
      case .skip:
        // One tick for all that are due.
        #expect(ticks[1] >= ticks[0] + Run.busy)
        #expect(run.mostDue(at: time) > run.leastDue(at: ticks[index - 1]))
      case .delay:
        // The pace restarts at the second tick.
        #expect(ticks[1] >= ticks[0] + Run.busy)
        #expect(time >= ticks[1] + (index - 1) * Run.interval - Run.tolerance)
      }
    }
  }

  /// Also where the scheduler could do several things at once.
  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func ticksComeOneAfterTheOther(missed: MissedTicks) async {
    let (ticks, log) = AsyncStream.makeStream(of: Int.self)
    let (inside, lock) = (Counter(), NSLock())
    let timer = DispatchQueue.global().timerPublisher(every: .milliseconds(1), missedTicks: missed).autoconnect()
      .sink { _ in
        log.yield(
          lock.withLock {
            inside.count += 1
            return inside.count
          })
        Thread.sleep(forTimeInterval: 0.003)
        lock.withLock { inside.count -= 1 }
      }
    for await count in ticks.prefix(10) { #expect(count == 1) }
    timer.cancel()
  }

  /// The new connection ticks on another thread while the subscriber receives a tick of the old one.
  @Test func aTimerThatIsConnectedAgainInATickDeliversOneTickAfterTheOther() {
    let scheduler = CallingScheduler()
    let timer = scheduler.timerPublisher(every: .seconds(1))
    let (inside, ticks) = (Counter(), Counter())
    var timesOfSecond: [DispatchQueue.SchedulerTimeType] = []
    var connection: (any Cancellable)?
    let subscription = timer.sink { _ in
      #expect(inside.count == 0)
      inside.count += 1
      ticks.count += 1
      if ticks.count == 1 {
        connection?.cancel()
        connection = timer.connect()
        let hasTicked = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          scheduler.call(after: .seconds(1))
          hasTicked.signal()
        }
        hasTicked.wait()
        #expect(ticks.count == 1)
      }
      inside.count -= 1
    }
    let second = timer.sink { timesOfSecond.append($0) }
    connection = timer.connect()
    scheduler.call(after: .seconds(1))
    #expect(ticks.count == 2)
    // The rest of the first tick belonged to the cancelled connection.
    #expect(timesOfSecond == [scheduler.now])
    connection?.cancel()
    subscription.cancel()
    second.cancel()
  }

  private final class Counter: @unchecked Sendable {
    // Under a lock, or by threads that wait for each other.
    var count = 0
  }

  /// The times of ticks, in nanoseconds from before the timer was connected.
  struct Run {
    static let interval = 100_000_000
    /// How long the first tick keeps the scheduler busy.
    static let busy = 250_000_000
    /// A tick may be so early.
    static let tolerance = 1_000_000

    /// When the timer had been connected.
    var connected = 0
    var ticks: [Int] = []

    /// The ticks that are due at a time, if the timer started as late as it can have.
    func leastDue(at time: Int) -> Int { (time - connected) / Self.interval }
    /// The ticks that are due at a time, if the timer started as early as it can have.
    func mostDue(at time: Int) -> Int { (time + Self.tolerance) / Self.interval }
  }

  enum Busy: CaseIterable {
    case dispatchQueue, operationQueue, runLoop, continuousClock, suspendingClock

    /// Four ticks of a timer.
    func run(_ missed: MissedTicks) async -> Run {
      await withCheckedContinuation { done in
        switch self {
        case .dispatchQueue: start(on: DispatchQueue(label: "busy"), missed) { done.resume(returning: $0) }
        case .operationQueue:
          let queue = OperationQueue()
          queue.maxConcurrentOperationCount = 1
          start(on: queue, missed) { done.resume(returning: $0) }
        case .runLoop:
          Thread.detachNewThread {
            var isDone = false
            start(on: RunLoop.current, missed) {
              done.resume(returning: $0)
              isDone = true
            }
            while !isDone { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1)) }
          }
        case .continuousClock: start(on: ContinuousClock().scheduler(), missed) { done.resume(returning: $0) }
        case .suspendingClock: start(on: SuspendingClock().scheduler(), missed) { done.resume(returning: $0) }
        }
      }
    }

    private func start<S: Scheduler>(on scheduler: S, _ missed: MissedTicks, _ done: @escaping (Run) -> Void) {
      scheduler.schedule {
        let start = scheduler.now
        func nanoseconds(at time: S.SchedulerTimeType) -> Int { Int(start.distance(to: time).roundedNanoseconds) }
        let lock = NSLock()
        var run = Run()
        var subscription: AnyCancellable?
        subscription = scheduler.timerPublisher(every: .nanoseconds(Run.interval), count: 4, missedTicks: missed)
          .autoconnect()
          .sink { _ in
            done(lock.withLock { run })
            subscription = nil
          } receiveValue: { time in
            let isFirst = lock.withLock {
              run.ticks.append(nanoseconds(at: time))
              return run.ticks.count == 1
            }
            guard isFirst else { return }
            let end = nanoseconds(at: time) + Run.busy
            while nanoseconds(at: scheduler.now) < end { Thread.sleep(forTimeInterval: 0.001) }
          }
        lock.withLock { run.connected = nanoseconds(at: scheduler.now) }
        withExtendedLifetime(subscription) {}
      }
    }
  }

  /// Calls the action that was scheduled last whenever the test wants.
  private final class CallingScheduler: Scheduler, @unchecked Sendable {
    // Threads that call wait for each other.
    private(set) var now = DispatchQueue.SchedulerTimeType(.init(uptimeNanoseconds: 1_000_000_000))
    let minimumTolerance: DispatchQueue.SchedulerTimeType.Stride = 0
    private var action: () -> Void = {}

    func call(after delay: DispatchQueue.SchedulerTimeType.Stride) {
      now = now.advanced(by: delay)
      action()
    }

    func schedule(options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void) { action() }

    func schedule(
      after date: DispatchQueue.SchedulerTimeType, tolerance: DispatchQueue.SchedulerTimeType.Stride,
      options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void
    ) { self.action = action }

    func schedule(
      after date: DispatchQueue.SchedulerTimeType, interval: DispatchQueue.SchedulerTimeType.Stride,
      tolerance: DispatchQueue.SchedulerTimeType.Stride, options: DispatchQueue.SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      self.action = action
      return AnyCancellable {}
    }
  }
}

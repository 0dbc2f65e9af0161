import Dispatch
import Foundation
import Testing
import Timers

/// Missed ticks have the same meaning in virtual and in real time.
@Suite(.timeLimit(.minutes(1))) struct MissedTicksTests {
  /// A machine that sleeps from 1 s to 4.5 s: time moves, nothing runs.
  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func afterTheMachineSlept(missed: MissedTicks) {
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
  func inATickThatTookLong(missed: MissedTicks, isTheLast: Bool) {
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

  /// A real scheduler that the first tick keeps busy, from one interval to three and a half.
  ///
  /// Each tick has half an interval to be late. As a busy machine may take more, one run of several has to be in time.
  @Test(arguments: [MissedTicks.burst, .skip, .delay], Busy.allCases)
  func onASchedulerThatWasBusy(missed: MissedTicks, scheduler: Busy) async {
    let expected =
      switch missed {
      case .burst: [2, 7, 7, 8]
      case .skip: [2, 7, 8, 10]
      case .delay: [2, 7, 9, 11]
      }
    var runs: [[Int]] = []
    while runs.count < 12, runs.last != expected { await runs.append(scheduler.halfIntervals(missed)) }
    #expect(runs.last == expected, "in half intervals: \(runs)")
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

  private final class Counter {
    var count = 0
  }

  enum Busy: CaseIterable {
    case dispatchQueue, operationQueue, runLoop, continuousClock, suspendingClock

    /// How many half intervals after its start each tick of a timer comes.
    func halfIntervals(_ missed: MissedTicks) async -> [Int] {
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

    private func start<S: Scheduler>(on scheduler: S, _ missed: MissedTicks, _ done: @escaping ([Int]) -> Void) {
      scheduler.schedule {
        let half = 50_000_000
        let start = scheduler.now
        func halves(at time: S.SchedulerTimeType) -> Int { Int(start.distance(to: time).roundedNanoseconds) / half }
        var ticks: [Int] = []
        var subscription: AnyCancellable?
        subscription = scheduler.timerPublisher(every: .nanoseconds(2 * half), count: 4, missedTicks: missed)
          .autoconnect()
          .sink { _ in
            done(ticks)
            subscription = nil
          } receiveValue: { time in
            ticks.append(halves(at: time))
            if ticks.count == 1 { while halves(at: scheduler.now) < 7 { Thread.sleep(forTimeInterval: 0.001) } }
          }
        withExtendedLifetime(subscription) {}
      }
    }
  }
}

import Dispatch
import Foundation
import Schedulers
import Streams
import Testing

/// The actions of a cancelled stream are not pending, and do not move time.
@Suite(.timeLimit(.minutes(10))) struct CancelledOperatorTests {
  typealias Operator = @Sendable (AnyPublisher<Int, Never>, AnySchedulerOf<DispatchQueue>) -> AnyPublisher<Int, Never>

  static let operators: [String: Operator] = [
    "receive": { $0.receive(on: $1).eraseToAnyPublisher() },
    "delay": { $0.delay(for: .seconds(5), scheduler: $1).eraseToAnyPublisher() },
    "debounce": { $0.debounce(for: .seconds(5), scheduler: $1).eraseToAnyPublisher() },
    "debounce for 0": { $0.debounce(for: 0, scheduler: $1).eraseToAnyPublisher() },
    "throttle": { $0.throttle(for: .seconds(5), scheduler: $1, latest: true).eraseToAnyPublisher() },
    "timeout": { $0.timeout(.seconds(5), scheduler: $1).eraseToAnyPublisher() },
    "collect": { $0.collect(.byTime($1, .seconds(5))).map { $0[0] }.eraseToAnyPublisher() },
    "collect by count": { $0.collect(.byTimeOrCount($1, .seconds(5), 2)).map { $0[0] }.eraseToAnyPublisher() },
  ]

  @Test(arguments: operators.keys.sorted(), [true, false])
  func leavesNothingPending(name: String, finishes: Bool) throws {
    let scheduler = DispatchQueue.test
    let subject = PassthroughSubject<Int, Never>()
    let make = try #require(Self.operators[name])
    let sink = make(subject.eraseToAnyPublisher(), scheduler.eraseToAnyScheduler()).sink { _ in }
    subject.send(1)
    // A second value, so that `throttle` keeps one waiting.
    scheduler.advance()
    for value in 2...4 { subject.send(value) }
    if finishes { subject.send(completion: .finished) }
    #expect(scheduler.timeline.pendingCount > 0)
    sink.cancel()
    expectEqual(scheduler.timeline.pendingCount, 0)
    #expect(scheduler.timeline.nextDue == nil)
    let now = scheduler.now
    scheduler.run()
    expectEqual(scheduler.now, now)
  }

  /// Each kind of view onto a timeline.
  @Test func leavesNothingPendingOnAnyView() {
    func check<S: Scheduler>(_ scheduler: S, _ timeline: Timeline) {
      let delayed = Just(1).delay(for: .seconds(5), scheduler: scheduler).sink { _ in }
      let received = Just(1).receive(on: scheduler).sink { _ in }
      expectEqual(timeline.pendingCount, 4, "a value and a completion of each")
      delayed.cancel()
      received.cancel()
      expectEqual(timeline.pendingCount, 0, "\(S.self)")
    }
    let timeline = Timeline()
    check(DispatchQueue.test(on: timeline), timeline)
    check(VirtualTimeScheduler(on: timeline), timeline)
    check(timeline.scheduler(), timeline)
    check(AnyClock(timeline).scheduler(), timeline)
    check(AnyClock(AnyClock(timeline)).scheduler(), timeline)
    check(VirtualTimeScheduler(on: timeline).eraseToAnyScheduler(), timeline)
    check(VirtualTimeScheduler(on: timeline).transformingActions { $0 }, timeline)
    check(VirtualTimeScheduler(on: timeline).transformingActions { $0 }.eraseToAnyScheduler(), timeline)
  }

  /// A group and an operation queue wait for work that is scheduled on them.
  @Test func leavesNothingBehindAnErasedSchedulerOfTheSystem() {
    let (group, operations) = (DispatchGroup(), OperationQueue())
    let queue = DispatchQueue(label: "erased").eraseToAnyScheduler()
    let delay = 600.0
    let options = DispatchQueue.SchedulerOptions(group: group)
    Just(1).delay(for: .seconds(delay), scheduler: queue, options: options).sink { _ in }.cancel()
    expectEqual(group.wait(timeout: .now() + 10), .success)
    Just(1).delay(for: .seconds(delay), scheduler: operations.eraseToAnyScheduler()).sink { _ in }.cancel()
    Just(1).delay(
      for: .seconds(delay), scheduler: operations.eraseToAnyScheduler().transformingActions { $0 }.eraseToAnyScheduler()
    ).sink { _ in }.cancel()
    #expect(becomesIdle(operations))
  }

  /// Only an operation with a date can be removed, and that of the first value has none.
  @Test func leavesNoWaitingValueOnAnOperationQueue() {
    let (operations, delivered) = (OperationQueue(), DispatchSemaphore(value: 0))
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.throttle(for: 600, scheduler: operations, latest: true).sink { _ in delivered.signal() }
    subject.send(1)
    delivered.wait()
    subject.send(2)
    sink.cancel()
    #expect(becomesIdle(operations))
  }

  private func becomesIdle(_ operations: OperationQueue) -> Bool {
    let idle = DispatchGroup()
    idle.enter()
    operations.addBarrierBlock { idle.leave() }
    return idle.wait(timeout: .now() + 10) == .success
  }

  /// A clock whose sleeps are those of a timeline, though it is none.
  private struct OtherClock: Clock {
    let timeline: Timeline
    var now: Timeline.Instant { timeline.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Timeline.Instant, tolerance: Duration?) async throws {
      try await timeline.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func endsTheSleepOfAClockWithoutOtherWork() async {
    let timeline = Timeline()
    let sink = Just(1).delay(for: .seconds(600), scheduler: OtherClock(timeline: timeline).scheduler()).sink { _ in }
    await timeline.waitForSleepers()
    sink.cancel()
    expectEqual(timeline.sleeperCount, 0)
  }

  /// Actions that have run are no longer kept, and the others are removed, in any order of both.
  @Test func removesOnlyActionsThatHaveNotRun() {
    let scheduler = DispatchQueue.test
    let subject = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let sink = subject.delay(for: .seconds(3), scheduler: scheduler).sink { received.append($0) }
    for value in 0..<5 {
      subject.send(value)
      scheduler.advance(by: .seconds(1))
    }
    expectEqual(received, [0, 1, 2])
    expectEqual(scheduler.timeline.pendingCount, 2)
    sink.cancel()
    expectEqual(scheduler.timeline.pendingCount, 0)
  }

  @Test func removesTheRestInEachOrder() {
    for seed in 0..<20 as Range<UInt64> {
      let timeline = Timeline(order: .seeded(seed))
      let scheduler = DispatchQueue.test(on: timeline)
      var sink: AnyCancellable?
      sink = [1, 2, 3].publisher.receive(on: scheduler).sink { _ in sink?.cancel() }
      expectEqual(timeline.pendingCount, 4)
      timeline.stepAction()
      expectEqual(timeline.pendingCount, 0, "seed \(seed)")
    }
  }

  @Test func aCancelInAnActionRemovesTheOtherActions() {
    let scheduler = DispatchQueue.test
    var sink: AnyCancellable?
    sink = [1, 2, 3].publisher.receive(on: scheduler).sink { _ in sink?.cancel() }
    expectEqual(scheduler.timeline.pendingCount, 4)
    _ = scheduler.timeline.stepAction()
    expectEqual(scheduler.timeline.pendingCount, 0)
  }
}

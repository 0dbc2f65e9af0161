import Dispatch
import Streams
import Testing

struct DebounceTests {
  let scheduler = ManualScheduler()
  let upstream = ManualPublisher<Int, TestError>()

  /// Sends 0, 1, 2 ... at `times`, by the scheduler itself, and tells what came when.
  func deliveries(sendingAt times: [Double], period: ManualScheduler.SchedulerTimeType.Stride) -> [String] {
    let log = deliveries(sendingAt: times, period: period, on: scheduler, scheduler)
    let other = ManualScheduler()
    expectEqual(log, deliveries(sendingAt: times, period: period, on: RealTimeScheduler(other), other))
    return log
  }

  func deliveries<S: Scheduler>(
    sendingAt times: [Double], period: S.SchedulerTimeType.Stride, on scheduler: S, _ clock: ManualScheduler
  ) -> [String] {
    var log: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.debounce(for: period, scheduler: scheduler).sink { log.append("\($0) at \(clock.now)") }
    for (index, time) in times.enumerated() {
      clock.schedule(after: .init(milliseconds: Int(time * 1000))) { subject.send(index) }
    }
    clock.advance(by: 10_000)
    expectEqual(clock.pending, 0)
    cancellable.cancel()
    return log
  }

  @Test func sendsAValueOnceItHasBeenQuietForThePeriod() {
    expectEqual(
      deliveries(sendingAt: [0, 0.25, 1, 1.25, 1.5, 2], period: 0.5), ["1 at 750", "4 at 2000", "5 at 2500"])
  }

  /// The second send is done before the timer of the first value, although both are due at one instant: it was scheduled
  /// earlier. Apple's documentation promises the first value all the same (of sends at 0, 0.25, 1, 1.25, 1.5 and 2 s with a
  /// period of 0.5 s it names 4 at 2.0, when 5 is sent), so it must not depend on which of the two comes first.
  @Test func aValueSentBeforeTheTimerOfItsInstantDoesNotStopTheOneBefore() {
    expectEqual(deliveries(sendingAt: [0, 0.002], period: .milliseconds(2)), ["0 at 2", "1 at 4"])
  }

  @Test func aValueThatComesWhenThePeriodEndsDoesNotStopTheOneBefore() {
    expectEqual(deliveries(sendingAt: [0, 0.5, 1], period: 0.5), ["0 at 500", "1 at 1000", "2 at 1500"])
  }

  @Test func aPeriodOfNothingSendsTheLastValueOfAnInstant() {
    expectEqual(deliveries(sendingAt: [1, 1, 1, 2], period: 0), ["2 at 1000", "3 at 2000"])
  }

  @Test(arguments: [false, true]) func aPeriodOfNothingEndsBeforeActionsScheduledLater(isRealTime: Bool) {
    func check(_ scheduler: some Scheduler, _ manual: ManualScheduler) {
      var received: [Int] = []
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.debounce(for: .seconds(0), scheduler: scheduler).sink { received.append($0) }
      subject.send(1)
      subject.send(2)
      manual.schedule { subject.send(3) }
      manual.advance(by: 1)
      expectEqual(received, [2, 3])
      cancellable.cancel()
    }
    if isRealTime { check(RealTimeScheduler(scheduler), scheduler) } else { check(scheduler, scheduler) }
  }

  @Test func requestsNothingAfterACancellation() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onSubscription = { $0.cancel() }
    upstream.debounce(for: 1, scheduler: scheduler).subscribe(subscriber)
    expectEqual(upstream.log, ["cancel"])
  }

  @Test func aNegativePeriodIsAPeriodOfNothing() {
    expectEqual(deliveries(sendingAt: [1, 2], period: -1), ["0 at 1000", "1 at 2000"])
  }

  @Test func asksForEverythingAtOnceAndUsesACancelledRepetition() {
    let subscriber = RecordingSubscriber<Int, TestError>(.none)
    upstream.debounce(for: 0.5, scheduler: scheduler, options: "o").subscribe(subscriber)
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(1)
    expectEqual(scheduler.log, ["after 500 every 500 o"])
    scheduler.advance(by: 100)
    upstream.send(2)
    expectEqual(scheduler.log, ["after 500 every 500 o", "cancel", "after 600 every 500 o"])
    scheduler.advance(by: 10_000)
    expectEqual(scheduler.log.count, 4)
    expectEqual(scheduler.pending, 0)
    expectEqual(subscriber.log, ["Debounce"])
  }

  @Test func schedulesOnceAPeriodInRealTime() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.debounce(for: 0.5, scheduler: RealTimeScheduler(scheduler)).subscribe(subscriber)
    for value in 0..<10 {
      upstream.send(value)
      scheduler.advance(by: 40)
    }
    let centuries = Int.max / 1_000_000
    expectEqual(scheduler.log, ["after 500 every \(centuries)"])
    scheduler.advance(by: 100)
    expectEqual(scheduler.log, ["after 500 every \(centuries)", "cancel", "after 860 every \(centuries)"])
    scheduler.advance(by: 359)
    expectEqual(subscriber.values, [])
    scheduler.advance(by: 1)
    expectEqual(subscriber.values, [9])
    upstream.send(10)
    subscriber.cancel()
    expectEqual(scheduler.pending, 0)
  }

  @Test func goesOnInRealTimeAfterItsActionWasDropped() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.debounce(for: 0.5, scheduler: RealTimeScheduler(scheduler)).subscribe(subscriber)
    upstream.send(1)
    scheduler.dropActions()
    scheduler.advance(by: 501)
    upstream.send(2)
    scheduler.advance(by: 500)
    expectEqual(subscriber.values, [2])
    subscriber.cancel()
  }

  @Test func dropsAValueThatIsDueWithoutDemand() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1), more: { $0 == 4 ? .max(1) : .none })
    upstream.debounce(for: 1, scheduler: scheduler).subscribe(subscriber)
    for value in 1...3 {
      upstream.send(value)
      scheduler.advance(by: 1000)
    }
    expectEqual(subscriber.values, [1])
    subscriber.request(.max(1))
    for value in 4...6 {
      upstream.send(value)
      scheduler.advance(by: 1000)
    }
    expectEqual(subscriber.values, [1, 4, 5])
    expectEqual(upstream.log, ["request(unlimited)"])
  }

  @Test(arguments: [true, false]) func theEndDropsThePendingValueAndIsScheduled(fails: Bool) {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.debounce(for: 1, scheduler: scheduler, options: "o").subscribe(subscriber)
    upstream.send(1)
    if fails { upstream.fail(TestError("x")) } else { upstream.finish() }
    expectEqual(subscriber.log, ["Debounce"])
    expectEqual(scheduler.log, ["after 1000 every 1000 o", "cancel", "now"])
    scheduler.run()
    expectEqual(subscriber.log, ["Debounce", fails ? "failure(x)" : "finished"])
    scheduler.advance(by: 5000)
    expectEqual(subscriber.log.count, 2)
  }

  @Test func cancelStopsTheTimerAndThePendingCompletion() {
    let canary = Canary()
    let subject = PassthroughSubject<Canary.Token, Never>()
    var count = 0
    let cancellable = subject.debounce(for: 1, scheduler: scheduler).sink(
      receiveCompletion: { _ in count += 1 }, receiveValue: { _ in count += 1 })
    subject.send(canary.token())
    cancellable.cancel()
    expectEqual(canary.alive, 0)
    expectEqual(scheduler.pending, 0)
    let second = subject.debounce(for: 1, scheduler: scheduler).sink(
      receiveCompletion: { _ in count += 1 }, receiveValue: { _ in count += 1 })
    subject.send(completion: .finished)
    second.cancel()
    scheduler.advance(by: 5000)
    expectEqual(count, 0)
  }

  @Test func mayBeCancelledFromInside() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = { _ in
      upstream.send(7)
      subscriber.cancel()
    }
    upstream.debounce(for: 1, scheduler: scheduler).subscribe(subscriber)
    upstream.send(1)
    scheduler.advance(by: 5000)
    expectEqual(subscriber.values, [1])
    expectEqual(scheduler.pending, 0)
  }

  @Test func aSynchronousSchedulerSendsEveryValueAtOnce() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.debounce(for: .seconds(1), scheduler: ImmediateScheduler.shared).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    upstream.finish()
    expectEqual(subscriber.log, ["Debounce", "1", "2", "finished"])
  }

  @Test func itsMirrorShowsDemandAndValue() throws {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(3))
    upstream.debounce(for: 1, scheduler: scheduler).subscribe(subscriber)
    upstream.send(5)
    let children = Mirror(reflecting: try #require(subscriber.subscription)).children
    expectEqual(children.map(\.label), ["downstream", "downstreamDemand", "currentValue"])
    expectEqual("\(children.map(\.value)[1])", "max(3)")
    expectEqual("\(children.map(\.value)[2])", "Optional(5)")
  }

  @Test func aMisbehavingUpstreamChangesNothing() {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.debounce(for: 1, scheduler: scheduler).subscribe(subscriber)
    upstream.send(1)
    upstream.finish()
    upstream.sendSubscription()
    upstream.sendSubscription()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.finish()
    upstream.send(3)
    upstream.fail(TestError())
    scheduler.advance(by: 5000)
    expectEqual(subscriber.log, ["Debounce", "finished"])
  }

  /// A custom scheduler may do so: times are not compared under a lock.
  @Test(arguments: [false, true]) func comparisonsOfTimesMaySend(isRealTime: Bool) {
    let clock = TalkativeScheduler(isRealTime)
    let subject = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let sink = subject.debounce(for: 1, scheduler: clock).sink { received.append($0) }
    subject.send(1)
    clock.onComparison.value = { subject.send(3) }
    subject.send(2)
    #expect(clock.onComparison.value == nil)
    clock.base.advance(by: 1_000)
    expectEqual(received, [3])
    sink.cancel()
  }

  @Test func keepsTheOrderOnAConcurrentQueue() async {
    let subscriber = RecordingSubscriber<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    await withCheckedContinuation { done in
      subscriber.onCompletion = { _ in done.resume() }
      subject.debounce(for: .nanoseconds(1), scheduler: DispatchQueue.global()).subscribe(subscriber)
      for value in 0..<2_000 { subject.send(value) }
      subject.send(completion: .finished)
    }
    #expect(!subscriber.wasOverlapped)
    expectEqual(subscriber.values, subscriber.values.sorted())
    #expect(subscriber.isFinished)
  }

  /// As on a concurrent queue, where a thread may be suspended for a whole period.
  @Test func aPeriodThatEndsWhileAnotherEndsComesSecond() {
    let (scheduler, subject) = (RestlessScheduler(), PassthroughSubject<Int, Never>())
    var values: [Int] = []
    let sink = subject.debounce(for: .milliseconds(10), scheduler: scheduler).sink { values.append($0) }
    subject.send(1)
    scheduler.onCancel = {
      subject.send(2)
      scheduler.base.advance(to: 20)
    }
    scheduler.base.advance(to: 10)
    expectEqual(values, [1, 2])
    withExtendedLifetime(sink) {}
  }
}

/// A scheduler that calls out when a repeated action is first cancelled.
private final class RestlessScheduler: Scheduler {
  typealias SchedulerTimeType = ManualScheduler.SchedulerTimeType
  let base = ManualScheduler()
  var onCancel: (() -> Void)?

  var now: SchedulerTimeType { base.now }
  var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: String?, _ action: @escaping () -> Void) { base.schedule(options: options, action) }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?,
    _ action: @escaping () -> Void
  ) { base.schedule(after: date, tolerance: tolerance, options: options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let repetition = base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    return AnyCancellable {
      repetition.cancel()
      self.onCancel.take()?()
    }
  }
}

/// A scheduler whose times call out when they are compared.
private struct TalkativeScheduler: Scheduler {
  struct SchedulerTimeType: Strideable {
    let time: ManualScheduler.SchedulerTimeType
    let onComparison: Guarded<(() -> Void)?>

    func distance(to other: Self) -> ManualScheduler.SchedulerTimeType.Stride {
      onComparison.with { $0.take() }?()
      return time.distance(to: other.time)
    }
    func advanced(by stride: ManualScheduler.SchedulerTimeType.Stride) -> Self {
      Self(time: time.advanced(by: stride), onComparison: onComparison)
    }
  }

  let base = ManualScheduler()
  let onComparison = Guarded<(() -> Void)?>(nil)
  let _isRealTime: Bool

  init(_ isRealTime: Bool) { _isRealTime = isRealTime }

  var now: SchedulerTimeType { SchedulerTimeType(time: base.now, onComparison: onComparison) }
  var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: String?, _ action: @escaping () -> Void) { base.schedule(options: options, action) }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?,
    _ action: @escaping () -> Void
  ) { base.schedule(after: date.time, tolerance: tolerance, options: options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date.time, interval: interval, tolerance: tolerance, options: options, action)
  }
}

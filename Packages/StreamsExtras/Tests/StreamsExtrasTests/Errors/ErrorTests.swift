import StreamsExtras
import StreamsLaws
import StreamsTesting
import Testing

struct ErrorTests {
  struct Offline: Error, Equatable {}
  struct Fatal: Error, Equatable {}
  let time = VirtualTimeScheduler()

  @Test func dematerializeUndoesMaterialize() {
    var events: [MaterializedEvent<Int, LawError>] = []
    let source = PassthroughSubject<Int, LawError>()
    let sink = source.materialize().sink { events.append($0) }
    source.send(1)
    source.send(completion: .failure(LawError()))
    expectEqual(events, [.value(1), .failure(LawError())])
    withExtendedLifetime(sink) {}

    var values: [Int] = []
    var end: Subscribers.Completion<LawError>?
    _ = events.publisher.dematerialize().sink(receiveCompletion: { end = $0 }) { values.append($0) }
    expectEqual(values, [1])
    expectEqual(end, .failure(LawError()))
    _ = [MaterializedEvent<Int, LawError>.finished, .value(1)].publisher.dematerialize()
      .sink(receiveCompletion: { end = $0 }) { values.append($0) }
    expectEqual(end, .finished)
    expectEqual(values, [1])
  }

  @Test func separatesValuesAndFailures() {
    let events: [MaterializedEvent<Int, Offline>] = [.value(1), .value(2), .failure(Offline())]
    var values: [Int] = []
    var failures: [Offline] = []
    _ = events.publisher.eventValues().sink { values.append($0) }
    _ = events.publisher.eventFailures().sink { failures.append($0) }
    expectEqual(values, [1, 2])
    expectEqual(failures, [Offline()])
  }

  @Test func mapsToResults() {
    time.expect(
      time.cold("-a-#", error: Offline()).mapToResult().map { if case .success(let value) = $0 { value } else { "x" } },
      toEqual: "-a-(x|)")
  }

  @Test func failuresBecomeCompletionsOrValues() {
    let source = time.cold("-a-#", error: Offline())
    time.expect(source.ignoreFailure(), toEqual: "-a-|")
    time.expect(source.onErrorComplete(), toEqual: "-a-|")
    time.expect(source.onErrorComplete { _ in false }, toEqual: "-a-#", error: Offline())
    time.expect(source.onErrorComplete { $0 == Offline() }, toEqual: "-a-|", error: Offline())
    time.expect(source.catchAndReturn("b"), toEqual: "-a-(b|)")
    time.expect(
      source.ignoreFailure(completeImmediately: false).prefix(duration: .milliseconds(5), scheduler: time),
      toEqual: "-a---|")
  }

  @Test func repeatsAfterACompletionButNotAFailure() {
    time.expect(time.cold("-a|").repeat(3), toEqual: "-a-a-a|")
    time.expect(time.cold("-a|").repeat(0), toEqual: "|")
    time.expect(time.cold("-a#", error: Offline()).repeat(3), toEqual: "-a#", error: Offline())
    time.expect(time.cold("-a|").repeat().prefix(2), toEqual: "-a-(a|)")
  }

  @Test func aRequestOfNoValuesIsIgnoredByARepeatedPublisher() {
    var subscription: (any Subscription)?
    var values: [Int] = []
    let source = PassthroughSubject<Int, Never>()
    source.repeat().subscribe(
      AnySubscriber(
        receiveSubscription: { subscription = $0 },
        receiveValue: {
          values.append($0)
          return .none
        }))
    subscription?.request(.none)
    subscription?.request(.max(1))
    source.send(1)
    expectEqual(values, [1])
  }

  @Test func repeatsAHundredThousandTimesWithoutDepth() {
    var count = 0
    _ = Just(1).repeat(100_000).sink { count += $0 }
    expectEqual(count, 100_000)
  }

  @Test func retriesAfterAWait() {
    let source = time.cold("-a#", error: Offline())
    time.expect(
      source.retry(2, delay: .constant(.milliseconds(3)), scheduler: time), toEqual: "-a----a----a#", error: Offline())
    time.expect(
      source.retry(2, delay: .linear(.milliseconds(1), step: .milliseconds(2)), scheduler: time),
      toEqual: "-a--a----a#", error: Offline())
    time.expect(
      source.retry(3, delay: .exponential(.milliseconds(1), maxDelay: .milliseconds(2)), scheduler: time),
      toEqual: "-a--a---a---a#", error: Offline())
  }

  @Test func retriesWhatIsWorthIt() {
    let source = time.cold("-a#", error: Fatal())
    time.expect(
      source.retry(delay: .constant(.milliseconds(3)), scheduler: time) { $0 != Fatal() }, toEqual: "-a#",
      error: Fatal())
  }

  @Test func aCancelledRetryLeavesNothingBehind() {
    weak var kept: AnyObject?
    do {
      let object = Counter()
      kept = object
      let source = Deferred { () -> Fail<Int, Offline> in
        object.count += 1
        return Fail(error: Offline())
      }
      let sink = source.retry(delay: .constant(.seconds(10)), scheduler: time)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      expectEqual(object.count, 1)
      sink.cancel()
    }
    #expect(kept == nil)
    #expect(time.timeline.pending.isEmpty, "a cancelled wait is removed from the scheduler")
    time.timeline.advance(by: .seconds(60))
  }

  @Test func aWaitThatIsOverLeavesNothingBehind() {
    var attempts = 0
    let source = Deferred { () -> AnyPublisher<Int, Offline> in
      attempts += 1
      return attempts == 1 ? AnyPublisher(Fail(error: Offline())) : AnyPublisher(Empty(completeImmediately: false))
    }
    let sink = source.retry(delay: .constant(.milliseconds(3)), scheduler: time)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(!time.timeline.pending.isEmpty)
    time.timeline.advance(by: .milliseconds(3))
    expectEqual(attempts, 2)
    #expect(time.timeline.pending.isEmpty, "the timer of a wait that is over is removed from the scheduler")
    sink.cancel()
  }

  @Test func aWaitThatTicksTwiceSubscribesOnce() {
    var attempts = 0
    let source = Deferred { () -> AnyPublisher<Int, Offline> in
      attempts += 1
      return attempts == 1 ? AnyPublisher(Fail(error: Offline())) : AnyPublisher(Empty(completeImmediately: false))
    }
    let sink = source.retry(delay: .constant(.milliseconds(3)), scheduler: SuspendedScheduler(runs: 2))
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(attempts, 2)
    sink.cancel()
  }

  @Test func aWaitThatIsOverDoesNotReplaceTheNextOne() {
    let (subject, scheduler) = (PassthroughSubject<Int, Offline>(), SuspendedScheduler(runs: 1))
    var attempts = 0
    let source = Deferred { () -> PassthroughSubject<Int, Offline> in
      attempts += 1
      return subject
    }
    let sink = source.retry(delay: .constant(.milliseconds(3)), scheduler: scheduler)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    subject.send(completion: .failure(Offline()))
    expectEqual(attempts, 2)
    scheduler.waiting.first?.value?()
    expectEqual(attempts, 3)
    sink.cancel()
    #expect(scheduler.waiting.allSatisfy { $0.value == nil })
  }

  /// Runs its first action so often before it returns, as if the thread that schedules was suspended for that long, and
  /// no other one.
  private final class SuspendedScheduler: Scheduler {
    typealias Time = VirtualInstant
    typealias SchedulerTimeType = Time
    typealias SchedulerOptions = Never

    final class Action { var value: (() -> Void)? }

    let now = VirtualTimeScheduler().now
    let runs: Int
    var hasRun = false
    var waiting: [Action] = []

    init(runs: Int) { self.runs = runs }

    var minimumTolerance: Time.Stride { .zero }
    func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
    func schedule(after date: Time, tolerance: Time.Stride, options: Never?, _ action: @escaping () -> Void) {
      action()
    }

    func schedule(
      after date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      if !hasRun {
        hasRun = true
        for _ in 0..<runs { action() }
        return AnyCancellable {}
      }
      let entry = Action()
      entry.value = action
      waiting.append(entry)
      return AnyCancellable { entry.value = nil }
    }
  }

  private final class Counter { var count = 0 }

  @Test func retriesWhenTheTriggerSays() {
    let source = time.cold("-a#", error: Offline())
    time.expect(
      source.retryWhen { [time] in $0.prefix(2).delay(for: .milliseconds(2), scheduler: time) }, toEqual: "-a---a--|",
      error: Offline())
  }

  /// Compiles: both forms of `retryWhen` accept the trigger.
  @Test func retriesAPublisherThatCannotFail() {
    time.expect(time.cold("-a|").retryWhen { $0 }, toEqual: "-a|")
  }

  /// A trigger that sends when it is subscribed to, before the upstream runs.
  @Test func ignoresATriggerBeforeTheFirstSubscription() {
    let trigger = CurrentValueSubject<Int, Never>(0)
    var attempts = 0
    let source = Deferred {
      attempts += 1
      return Fail<Int, Offline>(error: Offline())
    }
    let cancellable = source.retryWhen { _ in trigger }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(attempts, 1)
    trigger.send(1)
    expectEqual(attempts, 2)
    cancellable.cancel()
  }

  @Test func retryWhenFailsWithItsTrigger() {
    let source = time.cold("-a#", error: Offline())
    time.expect(
      source.retryWhen { errors in errors.flatMap { Fail<String, Offline>(error: $0) } }, toEqual: "-a#",
      error: Offline())
  }

  /// A `flatMap` over a range would subscribe again and again, and keep a value of each subscription.
  @Test func doesNotRepeatWithoutDemand() {
    var attempts = 0
    var subscription: (any Subscription)?
    var sent = 0
    Deferred {
      attempts += 1
      // Keeps an operator that is wrong from running forever.
      if attempts > 100 { subscription?.cancel() }
      return Just(1)
    }.repeat().subscribe(
      AnySubscriber(
        receiveSubscription: { subscription = $0 },
        receiveValue: { _ in
          sent += 1
          return .none
        }))
    expectEqual(attempts, 1)
    subscription?.request(.max(2))
    expectEqual(attempts, 3)
    expectEqual(sent, 2)
    subscription?.cancel()
  }

  @Test func carriesDemandToTheNextSubscription() {
    var sent: [Int] = []
    [1, 2, 3].publisher.repeat().subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(5)) },
        receiveValue: {
          sent.append($0)
          return sent.count == 2 ? .max(2) : .none
        }))
    expectEqual(sent, [1, 2, 3, 1, 2, 3, 1])
  }
}

import Streams
import Testing

/// Intended differences from Apple's Combine without a test elsewhere; see `Docs/Differences.md`.
struct DifferencesTests {
  private let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)

  @Test func anUpstreamCancelledBeforeItsSubscriptionIsAskedForNothing() {
    var values: [Int] = []
    let cancellable = upstream.map { $0 }.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    cancellable.cancel()
    upstream.sendSubscription()
    upstream.send(1)
    expectEqual(upstream.log, ["cancel"])
    expectEqual(values, [])
  }

  @Test func whatAnUpstreamMustNotSendIsDropped() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1))
    upstream.catch { _ in Empty<Int, TestError>() }.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest)
      .subscribe(subscriber)
    upstream.sendSubscription()
    upstream.sendSubscription()
    for value in 1...3 { upstream.send(value) }
    expectEqual(subscriber.values, [1])
    upstream.finish()
    upstream.finish()
    upstream.send(4)
    subscriber.request(.unlimited)
    expectEqual(subscriber.log, ["Buffer", "1", "2", "finished"])
    subscriber.cancel()
    upstream.send(5)
    expectEqual(subscriber.log.count, 4)
    expectEqual(upstream.log.filter { $0 == "cancel" }.count, 1)
  }

  @Test func anEndWithoutAValueNeedsNoDemand() {
    let ends = [
      log(numbers(0..<0).first(), .none), log(numbers(0..<0).last(), .none), log(numbers(0..<0).min(), .none),
      log(numbers(0..<0).max(), .none),
      log(numbers(0..<0).buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest), .none),
    ]
    for end in ends { expectEqual(end.last, "finished") }
  }

  @Test func extraCancelsThatHandleEventsCanSee() {
    var cancels: [String] = []
    let other = PassthroughSubject<Int, TestError>()
    let subject = PassthroughSubject<Int, TestError>()
    let triggered = other.handleEvents(receiveCancel: { cancels.append("other") })
    let subscriber = record(subject.prefix(untilOutputFrom: triggered))
    other.send(1)
    #expect(subscriber.isFinished)
    let passing = record(subject.drop(untilOutputFrom: triggered))
    other.send(2)
    expectEqual(cancels, ["other", "other"])
    passing.cancel()
    let outer = subject.handleEvents(receiveCancel: { cancels.append("outer") })
    _ = record(outer.flatMap { _ in Fail<Int, TestError>(error: TestError()) })
    subject.send(1)
    expectEqual(cancels, ["other", "other", "outer"])
  }

  /// Apple's takes the demand when a value arrives.
  @Test func throttleTakesTheDemandWhenItDelivers() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = record(subject.throttle(for: 1, scheduler: scheduler, latest: true), .none)
    subject.send(1)
    subscriber.request(.max(1))
    scheduler.run()
    expectEqual(subscriber.values, [1])
  }
}

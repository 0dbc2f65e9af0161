import Foundation
import IssueReporting
import StreamsTesting
import Testing

private struct Offline: Error, Equatable {}

@Suite(.leakCheck()) struct TestPublisherTests {
  let scheduler = VirtualTimeScheduler()

  @Test func aHotPublisherSendsToItsCurrentSubscribers() {
    let hot = scheduler.hot("-1-2-3|", values: .digits)
    let early = scheduler.record(hot)
    scheduler.timeline.advance(by: .milliseconds(4))
    let late = scheduler.record(hot)
    scheduler.run()
    early.expect(toEqual: "-1-2-3|")
    expectEqual(late.consumeAll().values, [3])
    let after = scheduler.record(hot)
    expectEqual(after.consumeAll().withoutLifecycle, Recording([.finished(at: .milliseconds(6))]))
    expectEqual(hot.sent.values, [1, 2, 3])
  }

  @Test func aColdPublisherSendsAllEventsToEachSubscriber() {
    let cold = scheduler.cold("-1-2|", values: .digits)
    let first = scheduler.record(cold)
    scheduler.timeline.advance(by: .milliseconds(2))
    let second = scheduler.record(cold)
    scheduler.run()
    first.expect(toEqual: "-1-2|")
    second.expect(toEqual: "-1-2|")
    expectEqual(
      cold.subscriptions.map(\.description),
      [
        "subscribed at 0 ms, requested all, got 2, completed at 4 ms",
        "subscribed at 2 ms, requested all, got 2, completed at 6 ms",
      ])
  }

  @Test func hotEventsHaveAbsoluteTimesAndPastEventsAreNotSent() {
    scheduler.timeline.advance(by: .milliseconds(10))
    let hot = scheduler.hot(
      [
        Recorded<Int, Never>.value(1, at: .milliseconds(5)), .value(2, at: .milliseconds(15)),
        .finished(at: .milliseconds(20)),
      ])
    let recorder = scheduler.record(hot)
    scheduler.run()
    expectEqual(
      recorder.consumeAll().withoutLifecycle.events,
      [
        .value(2, at: .milliseconds(15)), .finished(at: .milliseconds(20)),
      ])
  }

  /// The current time of a hot publisher, the subscription to a cold one.
  @Test(arguments: [false, true]) func aCaretMarksTheStart(isHot: Bool) {
    let recorder = scheduler.record(isHot ? scheduler.hot("-a-^-b|") : scheduler.cold("-a-^-b|"))
    scheduler.run()
    recorder.expect(toEqual: "--b|")
  }

  /// Another thread advances time while the subscriber receives the subscription.
  @Test func eventsFollowTheSubscription() {
    let hot = scheduler.hot("-a|")
    let slow = Slow { [scheduler] in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        scheduler.timeline.advance(by: .milliseconds(2))
        done.signal()
      }
      done.wait()
    }
    hot.subscribe(slow)
    expectEqual(slow.events, ["subscription", "a", "finished"])
    expectEqual(hot.subscriptions[0].delivered, 1)
  }

  @Test func valuesWithoutDemandAreDroppedHeldOrSent() {
    func received(_ policy: DemandPolicy) -> ([Int], SubscriptionLog) {
      let source = scheduler.cold("-1-2-3|", values: .digits, whenNoDemand: policy)
      let recorder = scheduler.record(source, demand: .max(1))
      scheduler.timeline.advance(by: .milliseconds(4))
      recorder.request(.max(1))
      scheduler.run()
      return (recorder.consumeAll().values, source.subscriptions[0])
    }
    let dropped = received(.drop)
    expectEqual(dropped.0, [1, 3])
    expectEqual(dropped.1.missed, 1)
    let held = received(.hold)
    expectEqual(held.0, [1, 2])
    expectEqual(held.1.missed, 0)
    #expect(held.1.completionTime == nil, "what waits keeps the end back")
    expectEqual(held.1.requested, .max(held.1.delivered))
  }

  @Test func cancellingRemovesThePendingEventsFromTheTimeline() {
    let cold = scheduler.cold("-1-2|", values: .digits)
    let recorder = scheduler.record(cold)
    scheduler.timeline.advance(by: .milliseconds(1))
    recorder.cancel()
    expectEqual(scheduler.timeline.pendingCount, 0)
    expectEqual(cold.subscriptions[0].cancellationTime, .beginning.advanced(by: .milliseconds(1)))
    expectEqual(recorder.consumeAll().values, [1])
  }

  @Test func cancellingInsideAValueEndsTheSubscription() {
    let cold = scheduler.cold("(123)|", values: .digits)
    let recorder = scheduler.record(cold.prefix(2))
    scheduler.run()
    recorder.expect(toEqual: "(12|)")
    expectEqual(cold.subscriptions[0].delivered, 2)
  }

  @Test func aHashSendsTheFailure() {
    let recorder = scheduler.record(
      scheduler.cold("-a#", error: Offline()).catch { _ in Just("x") })
    scheduler.run()
    recorder.expect(toEqual: "-a(x|)")
  }

  /// Quadratic cost would take minutes.
  @Test(.timeLimit(.minutes(1)), arguments: [false, true]) func manyEventsOfOneInstantAreSent(isHot: Bool) {
    let events: [Recorded<Int, Never>] = (0..<20_000).map { .value($0, at: .zero) }
    let recorder = scheduler.record(isHot ? scheduler.hot(events) : scheduler.cold(events), exhaustive: false)
    scheduler.run()
    expectEqual(recorder.values.count, 20_000)
  }

  @Test func unreadableMarblesAreIssues() {
    let issues = Issues()
    let line: UInt = #line + 1
    issues.collect { _ = scheduler.hot("-a-(b") }
    expectEqual(issues.all.map(\.line), [line])
    issues.collect { _ = scheduler.cold("-a-9|", values: ["a": 1]) }
    expectEqual(issues.all.last?.text.contains("'9' has no value; there are values for a"), true)
    issues.collect { _ = (scheduler.hot("-a-!"), scheduler.cold("-a-!")) }
    #expect(issues.all.suffix(2).allSatisfy { $0.text.contains("column 4: '!' is the cancellation") })
    expectEqual(issues.all.count, 4)
  }

  @Test func aTestPublisherIsDeinitialisedWithItsLastReference() {
    weak var weakPublisher: TestPublisher<String, Never>?
    do {
      let hot = scheduler.hot("-a-b|")
      weakPublisher = hot
    }
    #expect(weakPublisher == nil)
    expectEqual(scheduler.timeline.pendingCount, 0)
  }

  @Test func heldValuesArriveInOrderAsTheyAreRequested() {
    let scheduler = VirtualTimeScheduler()
    let events = (0..<200).map { Recorded<Int, Never>.value($0, at: .zero) } + [.finished(at: .zero)]
    let recorder = scheduler.record(scheduler.cold(events), demand: .max(1))
    scheduler.run()
    for count in 2...200 {
      recorder.request(.max(1))
      expectEqual(recorder.consumeAll().values.count, count)
    }
    expectEqual(recorder.consumeAll().values, Array(0..<200))
    expectEqual(recorder.consumeAll().completion, .finished)
  }

  @Test func theFailureTypeOfATestPublisherCanBeGiven() {
    let scheduler = VirtualTimeScheduler()
    struct Offline: Error {}
    let fine = scheduler.cold("-1-|", values: .digits, failure: (any Error).self)
    scheduler.expect(fine.tryMap { $0 + 1 }, toEqual: "-2-|", values: .digits)
    let failing = scheduler.hot("1#", values: .digits, failure: (any Error).self, error: Offline())
    scheduler.expect(failing, toEqual: "1#", values: .digits, error: Offline())
  }

  @Test func aSubscriberThatIsReleasedWhileItReceivesCanUseThePublisher() async {
    let issues = Issues()
    await withIssueReporters([issues]) {
      await Races.race(
        times: 1, timeout: .seconds(300), on: { Timeline() },
        { timeline in
          let source = timeline.cold("-a-b|")
          source.subscribe(Leaving(source))
          timeline.run()
        })
    }
    #expect(issues.all.isEmpty, "\(issues.all)")
  }
}

/// Requests everything, and then does more before it has received the subscription.
private final class Slow: Subscriber {
  private(set) var events: [String] = []
  private let work: () -> Void

  init(_ work: @escaping () -> Void) { self.work = work }

  func receive(subscription: any Subscription) {
    subscription.request(.unlimited)
    work()
    events.append("subscription")
  }

  func receive(_ value: String) -> Subscribers.Demand {
    events.append(value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { events.append("\(completion)") }
}

/// Cancels at the first value, and reads the log when it is deinitialised.
private final class Leaving: Subscriber {
  private let source: TestPublisher<String, Never>
  private var subscription: (any Subscription)?

  init(_ source: TestPublisher<String, Never>) { self.source = source }
  deinit { _ = source.subscriptions }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_: String) -> Subscribers.Demand {
    subscription?.cancel()
    subscription = nil
    return .none
  }

  func receive(completion _: Subscribers.Completion<Never>) {}
}

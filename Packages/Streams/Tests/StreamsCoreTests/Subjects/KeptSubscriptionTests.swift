import Streams
import Testing

/// Subscriptions that are kept after the end.
struct KeptSubscriptionTests {
  private final class Model {
    @Published var number = 1
  }

  @Test func keptSubscriptionsStillShowTheirSubject() {
    let (passthrough, current) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
    let (model, willChange) = (Model(), ObservableObjectPublisher())
    let numbers = [record(passthrough), record(current)]
    let published = record(model.$number)
    let changes = record(willChange)
    let before =
      [numbers[0], numbers[1], published].map { portrait($0.subscription) } + [portrait(changes.subscription)]
    expectEqual(
      before,
      [
        "PassthroughSubject(parent, downstream, demand, subject)",
        "CurrentValueSubject(parent, downstream, demand, subject)",
        "PublishedSubject(parent, downstream, demand, subject)", "ObservableObjectPublisher(downstream)",
      ])
    passthrough.send(completion: .finished)
    current.send(completion: .finished)
    published.cancel()
    changes.cancel()
    let after =
      [numbers[0], numbers[1], published].map { portrait($0.subscription) } + [portrait(changes.subscription)]
    expectEqual(after, before)
  }

  @Test func cancelledSubscriptionsDoNotKeepTheValueOfAReleasedSubject() {
    final class Value {}
    weak var last: Value?
    let subscriber = RecordingSubscriber<Value, Never>()
    do {
      let value = Value()
      last = value
      CurrentValueSubject<Value, Never>(value).subscribe(subscriber)
    }
    #expect(last != nil)
    // The subscriber's log would retain received values, so this one requests none.
    weak var unseen: Value?
    let idle = RecordingSubscriber<Value, Never>(.none)
    do {
      let value = Value()
      unseen = value
      let subject = CurrentValueSubject<Value, Never>(value)
      subject.subscribe(idle)
      idle.cancel()
    }
    #expect(unseen == nil)
    #expect(idle.subscription != nil)
    subscriber.cancel()
  }

  @Test func mirrorsMayBeReadWhileAnotherThreadCancels() throws {
    for round in 0..<50 {
      var subject: PassthroughSubject<Int, Never>? = PassthroughSubject()
      let subscriber = RecordingSubscriber<Int, Never>()
      subject?.subscribe(subscriber)
      nonisolated(unsafe) let subscription = try #require(subscriber.subscription)
      subject = nil
      let just = RecordingSubscriber<[Int], Never>(.none)
      Just([round]).subscribe(just)
      let recorded = RecordingSubscriber<Int, Never>(.none)
      Record<Int, Never>(output: [1, 2, 3], completion: .finished).subscribe(recorded)
      nonisolated(unsafe) let others = try [#require(just.subscription), #require(recorded.subscription)]
      onThreads(2) { index in
        if index == 0 {
          subscription.cancel()
          others.forEach { $0.request(.unlimited) }
        } else {
          for _ in 0..<20 { _ = [portrait(subscription), portrait(others[0]), portrait(others[1])] }
        }
      }
      expectEqual("\(subscription)", "PassthroughSubject")
      expectEqual(recorded.values, [1, 2, 3])
    }
  }
}

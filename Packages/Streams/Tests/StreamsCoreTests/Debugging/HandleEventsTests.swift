import Streams
import Testing

struct HandleEventsTests {
  @Test func callsTheClosuresBeforeItPassesOn() {
    let events = Guarded<[String]>([])
    func note(_ event: String) { events.with { $0.append(event) } }
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>(.max(2), more: { _ in .max(1) })
    subscriber.onSubscription = { note("got \($0)") }
    subscriber.onValue = { note("got \($0)") }
    subscriber.onCompletion = { note("got \($0)") }
    upstream.onRequest = { note("upstream asked for \($0)") }
    upstream.handleEvents(
      receiveSubscription: { note("subscription \($0)") }, receiveOutput: { note("output \($0)") },
      receiveCompletion: { note("completion \($0)") }, receiveCancel: { note("cancel") },
      receiveRequest: { note("request \($0)") }
    ).subscribe(subscriber)
    expectEqual(upstream.send(7), .max(1))
    upstream.finish()
    subscriber.cancel()
    expectEqual(
      events.value,
      [
        "subscription Manual", "request max(2)", "upstream asked for max(2)", "got HandleEvents", "output 7", "got 7",
        "request max(1)", "completion finished", "got finished",
      ])
  }

  @Test func aValueSentInTheRequestClosureIsNotRequestedYet() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = record(subject.handleEvents(receiveRequest: { _ in subject.send(1) }))
    subject.send(2)
    expectEqual(subscriber.values, [2])
  }

  @Test func callsTheCancelClosureOnceBeforeItCancels() {
    let upstream = ManualPublisher<Int, Never>()
    var calls = 0
    let subscriber = record(
      upstream.handleEvents(receiveCancel: {
        #expect(!upstream.isCancelled)
        calls += 1
      }))
    subscriber.cancel()
    subscriber.cancel()
    expectEqual(calls, 1)
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func aCancelInAClosureStopsTheValue() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    upstream.handleEvents(receiveOutput: { _ in subscriber.cancel() }).subscribe(subscriber)
    upstream.send(1)
    upstream.finish()
    expectEqual(subscriber.log, ["HandleEvents"])
  }

  @Test func itsClosuresAreReleasedWithTheStream() {
    let canary = Canary()
    let subject = PassthroughSubject<Int, Never>()
    do {
      let token = canary.token()
      let cancellable = subject.handleEvents(receiveOutput: { _ in token.touch() }).sink { _ in }
      subject.send(1)
      subject.send(completion: .finished)
      withExtendedLifetime(cancellable) {}
    }
    expectEqual(canary.alive, 0)
  }
}

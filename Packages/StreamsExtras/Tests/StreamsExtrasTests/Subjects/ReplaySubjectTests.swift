import Dispatch
import StreamsExtras
import StreamsLaws
import StreamsTesting
import Testing

struct ReplaySubjectTests {
  @Test func replaysTheLatest() {
    let subject = ReplaySubject<Int, LawError>(bufferSize: 2)
    for value in 1...3 { subject.send(value) }
    var sent: [Int] = []
    var end: Subscribers.Completion<LawError>?
    let sink = subject.sink(receiveCompletion: { end = $0 }) { sent.append($0) }
    expectEqual(sent, [2, 3])
    subject.send(4)
    expectEqual(sent, [2, 3, 4])
    subject.send(completion: .failure(LawError()))
    expectEqual(end, .failure(LawError()))
    subject.send(5)
    var late: [Int] = []
    var lateEnd: Subscribers.Completion<LawError>?
    _ = subject.sink(receiveCompletion: { lateEnd = $0 }) { late.append($0) }
    expectEqual(late, [3, 4])
    expectEqual(lateEnd, .failure(LawError()))
    withExtendedLifetime(sink) {}
  }

  @Test func aSubscriberWithoutDemandMissesOnlyWhatIsNoLongerKept() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 3)
    var sent: [Int] = []
    var hasEnded = false
    var subscription: (any Subscription)?
    subject.subscribe(
      AnySubscriber(
        receiveSubscription: { subscription = $0 },
        receiveValue: {
          sent.append($0)
          return .none
        }, receiveCompletion: { _ in hasEnded = true }))
    for value in 1...5 { subject.send(value) }
    subscription?.request(.max(2))
    expectEqual(sent, [3, 4])
    subject.send(completion: .finished)
    #expect(!hasEnded, "a value is kept for it")
    subscription?.request(.max(1))
    expectEqual(sent, [3, 4, 5])
    #expect(hasEnded)
  }

  @Test func forgetsWhatIsTooOld() {
    let time = VirtualTimeScheduler()
    let subject = ReplaySubject<Int, Never>(maxAge: .seconds(2), scheduler: time)
    subject.send(1)
    time.timeline.advance(by: .seconds(1))
    subject.send(2)
    time.timeline.advance(by: .seconds(1))
    expectEqual(first(subject), [1, 2])
    time.timeline.advance(by: .nanoseconds(1))
    expectEqual(first(subject), [2])
    time.timeline.advance(by: .seconds(1))
    expectEqual(first(subject), [])
  }

  private func first(_ subject: ReplaySubject<Int, Never>) -> [Int] {
    var sent: [Int] = []
    subject.sink { sent.append($0) }.cancel()
    return sent
  }

  @Test func aValueSentDuringADeliveryFollowsIt() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    var first: [Int] = []
    var second: [Int] = []
    let sinks = [
      subject.sink {
        first.append($0)
        if $0 < 3 { subject.send($0 + 1) }
      }, subject.sink { second.append($0) },
    ]
    subject.send(1)
    expectEqual(first, [1, 2, 3])
    expectEqual(second, [1, 2, 3])
    withExtendedLifetime(sinks) {}
  }

  @Test func aThousandSubscribersComeAndGo() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    var count = 0
    var sinks = (0..<1000).map { _ in subject.sink { _ in count += 1 } }
    subject.send(1)
    sinks.removeFirst(999)
    subject.send(2)
    expectEqual(count, 1001)
  }

  @Test func aSubscriberThatComesAndGoesDuringADeliveryIsReleased() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    let counter = Counter()
    var alive: [Int] = []
    var values: [Int] = []
    let first = subject.sink { value in
      if value != 1 { return }
      for _ in 0..<100 { subject.sink { [token = Token(counter)] _ in values.append(token.number) }.cancel() }
      alive.append(counter.count)
      subject.send(2)
    }
    subject.send(1)
    expectEqual(alive, [0])
    expectEqual(values, [])
    withExtendedLifetime(first) {}
  }

  /// In every order.
  @Test func othersReceiveValuesAfterOneHasLeft() {
    for leaving in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let subject = ReplaySubject<Int, Never>(bufferSize: 1)
      var sent: [Int] = []
      var sinks = (0..<3).map { number in Optional(subject.sink { _ in sent.append(number) }) }
      var remaining = [0, 1, 2]
      for number in leaving {
        sinks[number] = nil
        remaining.removeAll { $0 == number }
        sent = []
        subject.send(1)
        expectEqual(sent, remaining)
      }
      let late = subject.sink { _ in sent.append(3) }
      subject.send(2)
      expectEqual(sent, [3, 3])
      withExtendedLifetime(late) {}
    }
  }

  @Test func aSubscriberThatRequestsAValueAtATimeMissesNothing() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 2)
    subject.send(0)
    var sent: [Int] = []
    var hasEnded = false
    var subscription: (any Subscription)?
    subject.subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscription = $0
          $0.request(.max(1))
        },
        receiveValue: {
          sent.append($0)
          return $0 == 2 ? .max(1) : .none
        }, receiveCompletion: { _ in hasEnded = true }))
    expectEqual(sent, [0])
    subject.send(1)
    expectEqual(sent, [0])
    subscription?.request(.max(1))
    subscription?.request(.max(1))
    expectEqual(sent, [0, 1])
    subject.send(2)
    expectEqual(sent, [0, 1, 2], "with demand, as it arrives")
    subject.send(3)
    expectEqual(sent, [0, 1, 2, 3], "with the demand returned for 2")
    for value in 4...6 { subject.send(value) }
    subject.send(completion: .finished)
    subscription?.request(.max(1))
    expectEqual(sent, [0, 1, 2, 3, 5], "4 is no longer kept")
    #expect(!hasEnded)
    subscription?.request(.max(1))
    expectEqual(sent, [0, 1, 2, 3, 5, 6])
    #expect(hasEnded)
  }

  @Test func releasesASubscriberThatCancelsWhenItReceivesItsSubscription() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    subject.send(1)
    final class Object {}
    var object: Object? = Object()
    weak let gone = object
    var subscription: (any Subscription)?
    subject.subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscription = $0
          $0.request(.unlimited)
          $0.cancel()
        },
        receiveValue: { [object] _ in
          Issue.record("a value for \(object!)")
          return .none
        }))
    object = nil
    #expect(gone == nil)
    withExtendedLifetime(subscription) {}
  }

  private final class Feed: Subscription {
    let token: Token
    let onCancel: () -> Void
    init(_ counter: Counter, onCancel: @escaping () -> Void = {}) {
      token = Token(counter)
      self.onCancel = onCancel
    }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { onCancel() }
  }

  private struct ValueFeed: Subscription {
    let combineIdentifier = CombineIdentifier()
    let onCancel: () -> Void
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { onCancel() }
  }

  @Test(arguments: [false, true]) func cancelsItsUpstreamsWhenItIsDeinitialised(isEnded: Bool) {
    let counter = Counter()
    var cancels = 0
    var subject: ReplaySubject<Int, Never>? = ReplaySubject(bufferSize: 1)
    for _ in 0..<3 { subject?.send(subscription: Feed(counter) { cancels += 1 }) }
    subject?.send(subscription: ValueFeed { cancels += 1 })
    if isEnded { subject?.send(completion: .finished) }
    expectEqual(counter.count, 3)
    expectEqual(cancels, 0)
    subject = nil
    expectEqual(cancels, 4)
    expectEqual(counter.count, 0)
  }

  @Test func keepsAnUpstreamThatOnlyItHolds() {
    let clock = DispatchQueue.test
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    var received: [Int] = []
    let sink = subject.sink { received.append($0) }
    Publishers.interval(.seconds(1), scheduler: clock).subscribe(
      AnySubscriber(
        receiveSubscription: { [weak subject] in subject?.send(subscription: $0) },
        receiveValue: { [weak subject] in
          subject?.send($0)
          return .none
        }))
    clock.advance(by: .seconds(2))
    expectEqual(received, [0, 1])
    sink.cancel()
  }

  @Test func anUpstreamOfAnEndedSubjectIsReleased() {
    let upstream = PassthroughSubject<Int, Never>()
    var cancels = 0
    do {
      let subject = ReplaySubject<Int, Never>(bufferSize: 1)
      upstream.handleEvents(receiveCancel: { cancels += 1 }).subscribe(AnySubscriber(subject))
      subject.send(completion: .finished)
    }
    expectEqual(cancels, 1)
  }

  @Test func keepsNoUpstreamThatItIsDoneWith() {
    let upstream = PassthroughSubject<Int, Never>()
    var sent: [Int] = []
    var cancels = 0
    var subject: ReplaySubject<Int, Never>? = ReplaySubject(bufferSize: 1)
    let connection = upstream.handleEvents(receiveCancel: { cancels += 1 }).subscribe(subject!)
    upstream.send(1)
    let sink = subject?.sink { sent.append($0) }
    upstream.send(2)
    expectEqual(sent, [1, 2])
    sink?.cancel()
    connection.cancel()
    expectEqual(cancels, 1)
    weak let gone = subject
    subject = nil
    #expect(gone == nil)
  }
}

import Streams
import Testing

struct CurrentValueSubjectTests {
  @Test func sendsItsValueFirst() {
    let subject = CurrentValueSubject<Int, Never>(0)
    subject.value = 2
    let subscriber = RecordingSubscriber<Int, Never>()
    subject.subscribe(subscriber)
    subject.send(3)
    expectEqual(subscriber.log, ["CurrentValueSubject", "2", "3"])
    expectEqual(subject.value, 3)
  }

  @Test func withoutDemandTheLatestValueWaits() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    subject.subscribe(subscriber)
    subject.send(1)
    subject.send(2)
    expectEqual(subscriber.values, [0])
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [0, 2])
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [0, 2])
    subject.send(3)
    expectEqual(subscriber.values, [0, 2, 3])
  }

  @Test func takesItsUpstreamsValuesWithoutDemand() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let upstream = ManualPublisher<Int, Never>()
    let connection = upstream.subscribe(subject)
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(5)
    expectEqual(subject.value, 5)
    let late = RecordingSubscriber<Int, Never>(.max(1))
    subject.subscribe(late)
    expectEqual(late.values, [5])
    let cold = CurrentValueSubject<Int, Never>(0)
    let connections = (1...3).publisher.multicast(subject: cold).connect()
    expectEqual(cold.value, 3)
    withExtendedLifetime((connection, connections)) {}
  }

  @Test func afterTheEndAValueIsKeptButNotSent() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let early = RecordingSubscriber<Int, Never>()
    subject.subscribe(early)
    subject.send(completion: .finished)
    subject.value = 5
    expectEqual(subject.value, 5)
    subject.send(6)
    expectEqual(subject.value, 5)
    expectEqual(early.log, ["CurrentValueSubject", "1", "finished"])
    let late = RecordingSubscriber<Int, Never>()
    subject.subscribe(late)
    expectEqual(late.log, ["Empty", "finished"])
  }

  @Test func theValueIsSetBeforeItIsDelivered() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen: [Int] = []
    let cancellable = subject.sink { _ in seen.append(subject.value) }
    subject.send(4)
    expectEqual(seen, [0, 4])
    withExtendedLifetime(cancellable) {}
  }

  @Test func canBeFinishedFromASinkInItsFirstValue() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var log: [String] = []
    let sink = subject.sink { _ in
      log.append("finished")
    } receiveValue: { _ in
      subject.send(completion: .finished)
      log.append("sent")
    }
    expectEqual(log, ["finished", "sent"])
    sink.cancel()
  }

  @Test func canBeSetFromItsOwnSink() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen: [Int] = []
    let cancellable = subject.sink { value in
      seen.append(value)
      if value < 3 { subject.value = value + 1 }
    }
    expectEqual(seen, [0, 1, 2, 3])
    expectEqual(subject.value, 3)
    withExtendedLifetime(cancellable) {}
  }
}

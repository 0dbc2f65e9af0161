import Streams
import Testing

/// A closure may end the stream in which it is called: what it returns then changes the result no more.
@Suite struct SettledResultTests {
  @Test func aPredicateThatLetsALaterValueMatchFirst() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    subject.first { value in
      if value == 1 { subject.send(2) }
      return true
    }.subscribe(subscriber)
    subject.send(1)
    subscriber.request(.max(1))
    #expect(subscriber.values == [2])
    #expect(subscriber.isFinished)
  }

  @Test func aPredicateThatEndsTheStream() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    subject.last { value in
      if value == 2 { subject.send(completion: .finished) }
      return true
    }.subscribe(subscriber)
    subject.send(1)
    subject.send(2)
    subscriber.request(.max(1))
    #expect(subscriber.values == [1])
    #expect(subscriber.isFinished)
  }

  @Test func aReducingClosureThatEndsTheStream() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    subject.reduce(0) { sum, value in
      if value == 2 { subject.send(completion: .finished) }
      return sum + value
    }.subscribe(subscriber)
    subject.send(1)
    subject.send(2)
    subscriber.request(.max(1))
    #expect(subscriber.values == [1])
  }
}

import Streams
import Testing

@Suite struct AnySubscriberTests {
  @Test func passesOnToASubscriber() {
    let recorder = RecordingSubscriber<Int, TestError>(.max(1)) { .max($0) }
    let erased = AnySubscriber(recorder)
    let upstream = ManualPublisher<Int, TestError>()
    upstream.subscribe(erased)
    upstream.send(2)
    upstream.fail(TestError())
    #expect(recorder.log == ["Manual", "2", "failure(test error)"])
    #expect(erased.combineIdentifier == recorder.combineIdentifier)
  }

  @Test func passesOnToASubject() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>()
    subject.subscribe(recorder)
    let upstream = ManualPublisher<Int, TestError>()
    let erased = AnySubscriber(subject)
    upstream.subscribe(erased)
    #expect(upstream.log == ["request(unlimited)"])
    #expect(portrait(erased) == "Subject(downstreamSubject, upstreamSubscription, subject)")
    upstream.send(1)
    upstream.finish()
    #expect(recorder.log == ["PassthroughSubject", "1", "finished"])
  }

  @Test func isMadeOfClosures() {
    var log: [String] = []
    let erased = AnySubscriber<Int, TestError>(
      receiveSubscription: {
        log.append("\($0)")
        $0.request(.max(1))
      },
      receiveValue: {
        log.append("\($0)")
        return .max(2)
      },
      receiveCompletion: { log.append("\($0)") })
    #expect(String(describing: erased) == "Anonymous AnySubscriber")
    let upstream = ManualPublisher<Int, TestError>()
    upstream.subscribe(erased)
    #expect(upstream.log == ["request(max(1))"])
    upstream.send(7)
    upstream.finish()
    #expect(log == ["Manual", "7", "finished"])
  }

  @Test func aClosureThatIsNotGivenDoesNothing() {
    let upstream = ManualPublisher<Int, TestError>()
    let erased = AnySubscriber<Int, TestError>()
    upstream.subscribe(erased)
    #expect(upstream.log == [])
    #expect(erased.receive(1) == .none)
    upstream.finish()
  }

  @Test func showsWhatItErases() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(String(describing: AnySubscriber(sink)) == "Sink")
    #expect(AnySubscriber(sink).playgroundDescription as? String == "Sink")
    let erasedTwice = AnySubscriber(AnySubscriber(sink))
    #expect(String(describing: erasedTwice) == "Sink")
    #expect(erasedTwice.combineIdentifier == AnySubscriber(sink).combineIdentifier)
  }
}

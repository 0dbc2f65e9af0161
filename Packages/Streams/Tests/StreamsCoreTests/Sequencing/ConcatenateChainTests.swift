import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

/// Concatenations of concatenations, which are one loop.
struct ConcatenateChainTests {
  @Test func aThousandAppendsKeepTheirOrder() {
    var chain = Just(0).eraseToAnyPublisher()
    for value in 1...1000 { chain = chain.append(Just(value)).eraseToAnyPublisher() }
    let recorder = RecordingSubscriber<Int, Never>()
    chain.subscribe(recorder)
    expectEqual(recorder.values, Array(0...1000))
    #expect(recorder.isFinished)
  }

  @Test func aThousandAppendsSendOneValueAtATime() {
    let first = PassthroughSubject<Int, Never>()
    var chain = first.eraseToAnyPublisher()
    for value in 1...1000 { chain = chain.append([value].publisher).eraseToAnyPublisher() }
    let recorder = RecordingSubscriber<Int, Never>(.max(1), more: { _ in .max(1) })
    chain.subscribe(recorder)
    first.send(completion: .finished)
    expectEqual(recorder.values, Array(1...1000))
    #expect(recorder.isFinished)
  }

  @Test func aThousandPrependsKeepTheirOrder() {
    var chain = Just(0).eraseToAnyPublisher()
    for value in 1...1000 { chain = chain.prepend(Just(value)).eraseToAnyPublisher() }
    let recorder = RecordingSubscriber<Int, Never>()
    chain.subscribe(recorder)
    expectEqual(recorder.values, Array((0...1000).reversed()))
  }

  @Test func aThousandEmptyAppendsFinish() {
    var chain = Empty<Int, Never>().eraseToAnyPublisher()
    for _ in 1...1000 { chain = chain.append(Empty()).eraseToAnyPublisher() }
    let recorder = RecordingSubscriber<Int, Never>()
    chain.subscribe(recorder)
    expectEqual(recorder.log, ["Concatenate", "finished"])
  }

  @Test func chainsWithOtherOperatorsBetweenKeepTheirOrder() {
    var chain = Just(0).eraseToAnyPublisher()
    for value in 1...100 {
      chain = chain.append(Just(value).prepend(Just(-value)).map { $0 }).map { $0 + 1 }.eraseToAnyPublisher()
    }
    let recorder = RecordingSubscriber<Int, Never>()
    chain.subscribe(recorder)
    var expected = [0]
    for value in 1...100 { expected = (expected + [-value, value]).map { $0 + 1 } }
    expectEqual(recorder.values, expected)
  }

  @Test func demandPassesThroughNestedAppends() {
    let a = Manual()
    let b = Manual()
    let c = Manual()
    let d = Manual()
    let recorder = Recorder(.max(10))
    a.append(b.append(c)).append(d).subscribe(recorder)
    for (index, publisher) in [a, b, c, d].enumerated() {
      publisher.send(index)
      publisher.finish()
    }
    expectEqual(recorder.log, ["Concatenate", "0", "1", "2", "3", "finished"])
    expectEqual(d.log, ["request(max(7))"])
  }
}

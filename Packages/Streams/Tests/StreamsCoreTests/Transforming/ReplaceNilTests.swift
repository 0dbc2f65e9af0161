import Streams
import Testing

struct ReplaceNilTests {
  @Test func sendsTheValueInPlaceOfNil() {
    let upstream = ManualPublisher<Int?, TestError>()
    let publisher: Publishers.Map<ManualPublisher<Int?, TestError>, Int> = upstream.replaceNil(with: 7)
    let subscriber = record(publisher, .max(3))
    [1, nil, 3].forEach { upstream.send($0) }
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["Manual", "1", "7", "3", "failure(test error)"])
  }
}

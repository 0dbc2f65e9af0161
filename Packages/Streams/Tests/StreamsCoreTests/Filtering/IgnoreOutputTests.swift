import Streams
import Testing

@Suite struct IgnoreOutputTests {
  @Test func sendsOnlyTheEnd() {
    #expect(log(numbers(0..<1000).ignoreOutput()) == ["0..<1000", "finished"])
  }

  @Test func oneRequestIsEnoughToReachTheEnd() {
    #expect(log(numbers(0..<1000).ignoreOutput(), .max(1)) == ["0..<1000", "finished"])
  }

  @Test func handsTheUpstreamsSubscriptionAndErrorOn() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.ignoreOutput())
    #expect(upstream.send(1) == .max(1))
    upstream.fail(TestError())
    #expect(subscriber.log == ["Manual", "failure(test error)"])
  }

  @Test func isEquatable() {
    #expect(Just(1).eraseToJust.ignoreOutput() == Just(1).eraseToJust.ignoreOutput())
  }
}

extension Just {
  /// A publisher of this value that has no operators of its own.
  fileprivate var eraseToJust: Publishers.SetFailureType<Just, TestError> { Publishers.SetFailureType(upstream: self) }
}

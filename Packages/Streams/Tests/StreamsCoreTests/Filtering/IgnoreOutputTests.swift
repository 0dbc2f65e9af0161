import Streams
import Testing

struct IgnoreOutputTests {
  @Test(arguments: [Subscribers.Demand.unlimited, .none])
  func sendsOnlyTheEndForAnyDemand(demand: Subscribers.Demand) {
    expectEqual(log(numbers(0..<1000).ignoreOutput(), demand), ["0..<1000", "finished"])
    expectEqual(log(numbers(0..<1000).ignoreOutput().eraseToAnyPublisher(), demand), ["0..<1000", "finished"])
  }

  @Test func asksForEverythingUnlessItIsCancelledAtOnce() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.ignoreOutput(), .none)
    expectEqual(upstream.log, ["request(unlimited)"])
    subscriber.cancel()
    let left = RecordingSubscriber<Never, Never>(.none)
    left.onSubscription = { $0.cancel() }
    (1...2).publisher.handleEvents(receiveOutput: { _ in Issue.record("it was cancelled") }).ignoreOutput().subscribe(
      left)
    #expect(left.completions.isEmpty)
  }
}

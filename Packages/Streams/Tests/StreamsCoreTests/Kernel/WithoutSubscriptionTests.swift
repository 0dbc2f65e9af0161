import Streams
import Testing

/// Publishers that call their subscriber without ever sending a subscription: they break a rule, but work on Apple's systems
/// through these operators.
struct WithoutSubscriptionTests {
  private let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)

  private func log<P: Publisher>(_ publisher: P) -> [String] {
    let subscriber = RecordingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    upstream.finish()
    return subscriber.log
  }

  @Test func handleEventsAndPrintForwardEverything() {
    var events = 0
    expectEqual(log(upstream.handleEvents(receiveOutput: { _ in events += 1 })), ["1", "2", "finished"])
    expectEqual(events, 2)
    expectEqual(log(upstream.print(to: Silence())), ["1", "2", "finished"])
  }

  @Test func throwingOperatorsForwardValuesAndErrors() {
    expectEqual(log(upstream.tryMap { $0 * 2 }), ["2", "4", "finished"])
    expectEqual(log(upstream.tryScan(0, +)), ["1", "3", "finished"])
    expectEqual(log(upstream.tryMap { _ in throw TestError("x") } as Publishers.TryMap<_, Int>), ["failure(x)"])
  }

  @Test func encodeAndDecodeForwardEverything() {
    expectEqual(log(upstream.encode(encoder: Coder())), ["1", "2", "finished"])
    expectEqual(log(upstream.decode(type: Int.self, decoder: Coder())), ["1", "2", "finished"])
  }

  @Test func selectingOperatorsForwardTheirPart() {
    expectEqual(log(upstream.output(in: 1..<9)), ["2", "finished"])
    expectEqual(log(upstream.prefix(1)), ["1", "finished"])
    expectEqual(log(upstream.dropFirst()), ["Drop", "2", "finished"])
  }

  @Test func untilOutputForwardsWithoutAnySubscription() {
    let other = ManualPublisher<Int, TestError>(sendsSubscription: false)
    expectEqual(log(upstream.prefix(untilOutputFrom: other)), ["1", "2", "finished"])
    expectEqual(log(upstream.drop(untilOutputFrom: other)), ["DropUntilOutput", "finished"])
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.drop(untilOutputFrom: other).subscribe(subscriber)
    upstream.send(1)
    other.send(0)
    upstream.send(2)
    expectEqual(subscriber.log, ["DropUntilOutput", "2"])
  }

  @Test func anEndAloneIsForwarded() {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    upstream.collect(2).subscribe(subscriber)
    upstream.fail(TestError("x"))
    expectEqual(subscriber.log, ["failure(x)"])
  }

  @Test func aSubscriptionThatComesAfterTheEndIsCancelled() {
    expectEqual(log(upstream.prefix(1)), ["1", "finished"])
    upstream.sendSubscription()
    expectEqual(upstream.log, ["cancel"])
  }

  private struct Silence: TextOutputStream { func write(_ string: String) {} }

  private struct Coder: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> Int { value as? Int ?? 0 }
    func decode<T: Decodable>(_ type: T.Type, from value: Int) throws -> T {
      try (value as? T) ?? { throw TestError() }()
    }
  }
}

import Streams
import Testing

/// Demand that a delivery returns after the upstream has ended within it is the next upstream's.
struct ReturnedDemandTests {
  @Test func appendRequestsReturnedDemandFromTheNextPublisher() {
    let first = ManualPublisher<Int, Never>()
    let second = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { $0 == 1 ? .max(1) : .none }
    subscriber.onValue = { if $0 == 1 { first.finish() } }
    first.append(second).subscribe(subscriber)
    expectEqual(first.send(1), .none)
    expectEqual(second.log, ["request(max(1))"])
    second.send(2)
    second.send(3)
    expectEqual(subscriber.values, [1, 2])
  }

  @Test func eachOfAChainKeepsTheReturnedDemand() {
    let links = (0..<4).map { _ in ManualPublisher<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
    subscriber.onValue = { links[$0].finish() }
    links[0].append(links[1]).append(links[2].append(links[3])).subscribe(subscriber)
    for (number, link) in links.enumerated() { link.send(number) }
    expectEqual(links.map(\.demand), [.max(1), .max(1), .max(1), .max(1)])
    expectEqual(subscriber.log, ["Concatenate", "0", "1", "2", "3", "finished"])
  }

  @Test func retryAndCatchRequestReturnedDemandFromTheNextPublisher() {
    let failing = ManualPublisher<Int, TestError>()
    let other = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
    subscriber.onValue = { _ in failing.fail(TestError()) }
    failing.retry(1).catch { _ in other }.subscribe(subscriber)
    failing.send(1)
    expectEqual(failing.log, ["request(max(1))", "request(max(1))"])
    failing.send(2)
    expectEqual(other.log, ["request(max(1))"])
    other.send(3)
    expectEqual(subscriber.values, [1, 2, 3])
  }

  @Test func aHandlerThatFailsAtOnceManyTimesDoesNotGrowTheStack() {
    var chain = Fail<Int, TestError>(error: TestError()).eraseToAnyPublisher()
    for _ in 0..<500 {
      chain = chain.catch { Fail<Int, TestError>(error: $0) }.eraseToAnyPublisher()
    }
    expectEqual(record(chain).error, TestError())
  }
}

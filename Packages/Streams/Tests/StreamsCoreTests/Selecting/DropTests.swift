import Streams
import Testing

struct DropTests {
  @Test func dropFirstDropsANumber() {
    expectEqual(log(numbers(0..<5).dropFirst(3)), ["Drop", "3", "4", "finished"])
    expectEqual(record(numbers(0..<3).dropFirst()).values, [1, 2])
    expectEqual(record(numbers(0..<3).dropFirst(0)).values, [0, 1, 2])
    expectEqual(log(numbers(0..<3).dropFirst(9)), ["Drop", "finished"])
  }

  @Test func dropFirstAsksForWhatItDrops() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.dropFirst(2), .max(1))
    expectEqual(upstream.log, ["request(max(3))"])
    expectEqual([1, 2, 3].map { upstream.send($0) }, [.none, .none, .none])
    subscriber.request(.max(4))
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["Drop", "3", "failure(test error)"])
    expectEqual(upstream.log, ["request(max(3))", "request(max(4))"])
    let demands: [(Subscribers.Demand, Int, [String])] = [
      (.none, 2, ["request(max(2))"]), (.none, 0, []), (.unlimited, 2, ["request(unlimited)"]),
    ]
    for (demand, count, requests) in demands {
      let upstream = ManualPublisher<Int, TestError>()
      _ = record(upstream.dropFirst(count), demand)
      expectEqual(upstream.log.filter { $0 != "cancel" }, requests)
    }
  }

  @Test func dropFirstSendsItsSubscriptionBeforeItSubscribes() {
    let upstream = ManualPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = record(upstream.dropFirst(2), .max(1))
    expectEqual(subscriber.log, ["Drop"])
    subscriber.request(.max(2))
    upstream.sendSubscription()
    expectEqual(upstream.log, ["request(max(5))"])
    let cancelled = ManualPublisher<Int, Never>(sendsSubscription: false)
    record(cancelled.dropFirst()).cancel()
    cancelled.sendSubscription()
    expectEqual(cancelled.log, ["cancel"])
  }

  @Test func doesNotSubscribeForASubscriberThatCancelsAtOnce() {
    let upstream = ManualPublisher<Int, Never>()
    let other = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onSubscription = { $0.cancel() }
    upstream.dropFirst().subscribe(subscriber)
    upstream.drop(untilOutputFrom: other).subscribe(subscriber)
    expectEqual(upstream.subscriberCount, 0)
    expectEqual(other.subscriberCount, 0)
  }

  @Test func dropWhileDropsUpToTheFirstThatDoesNotMatch() {
    let values = [1, 2, 3, 2, 1].publisher.eraseToAnyPublisher()
    expectEqual(log(values.drop { $0 < 3 }), ["DropWhile", "3", "2", "1", "finished"])
    expectEqual(log(values.tryDrop { $0 < 3 }), ["TryDropWhile", "3", "2", "1", "finished"])
  }

  @Test func thePredicateIsNotCalledAgain() {
    var calls = 0
    let dropping = numbers(0..<9).drop {
      calls += 1
      return $0 < 2
    }
    expectEqual(record(dropping, .max(2)).values, [2, 3])
    expectEqual(calls, 3)
  }

  @Test func aNegativeCountTrapsAtTheSubscription() async {
    _ = Empty<Int, Never>().dropFirst(-1)
    await #expect(processExitsWith: .failure) { _ = record(Empty<Int, Never>().dropFirst(-1)) }
  }
}

import Streams
import Testing

struct CollectTests {
  @Test func sendsEverythingAtOnce() {
    expectEqual(log(numbers(0..<4).collect()), ["Collect", "[0, 1, 2, 3]", "finished"])
    expectEqual(log(numbers(0..<0).collect()), ["Collect", "[]", "finished"])
  }

  @Test func anErrorComesInPlaceOfTheValues() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.collect())
    upstream.send(1)
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["Collect", "failure(test error)"])
    expectEqual(upstream.log, ["request(unlimited)"])
  }

  @Test func theMirrorShowsTheCountUntilTheResultIsSent() throws {
    let subject = PassthroughSubject<String, Never>()
    let subscriber = record(subject.collect(), .none)
    let subscription = try #require(subscriber.subscription)
    subject.send("a")
    expectEqual(Mirror(reflecting: subscription).descendant("count") as? Int, 1)
    subject.send("b")
    subject.send(completion: .finished)
    expectEqual(Mirror(reflecting: subscription).descendant("count") as? Int, 2)
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Collect", "[\"a\", \"b\"]", "finished"])
  }
}

struct CollectByCountTests {
  @Test func sendsFullArraysThenTheRest() {
    expectEqual(log(numbers(0..<5).collect(2)), ["CollectByCount", "[0, 1]", "[2, 3]", "[4]", "finished"])
    expectEqual(log(numbers(0..<4).collect(2)), ["CollectByCount", "[0, 1]", "[2, 3]", "finished"])
    expectEqual(log(numbers(0..<0).collect(2)), ["CollectByCount", "finished"])
  }

  @Test func asksForAsManyValuesAsTheArraysHave() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<[Int], Never>(.max(2), more: { $0 == [0, 1, 2] ? .max(3) : .none })
    upstream.collect(3).subscribe(subscriber)
    expectEqual((0..<6).map { upstream.send($0) }, [.none, .none, .max(9), .none, .none, .none])
    expectEqual(upstream.log, ["request(max(6))"])
  }

  @Test func theRestIsLostWithAnError() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.collect(2))
    (0..<3).forEach { upstream.send($0) }
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["CollectByCount", "[0, 1]", "failure(test error)"])
  }

  @Test func cancellingInTheRestKeepsTheEndAway() {
    let subscriber = RecordingSubscriber<[Int], Never>()
    subscriber.onValue = { [unowned subscriber] in if $0.count == 1 { subscriber.cancel() } }
    numbers(0..<3).collect(2).subscribe(subscriber)
    expectEqual(subscriber.log, ["CollectByCount", "[0, 1]", "[2]"])
  }

  @Test func aCountThatIsNotPositiveTraps() async {
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().collect(0) }
  }

  @Test func isEquatable() {
    expectEqual(Empty<Int, Never>().collect(2), Empty<Int, Never>().collect(2))
    #expect(Empty<Int, Never>().collect(2) != Empty<Int, Never>().collect(3))
  }
}

import Streams
import Testing

struct CollectTests {
  @Test func sendsEverythingAtOnce() {
    expectEqual(log(numbers(0..<4).collect()), ["Collect", "[0, 1, 2, 3]", "finished"])
    expectEqual(log(numbers(0..<0).collect()), ["Collect", "[]", "finished"])
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

  @Test func aCountThatIsNotPositiveTraps() async {
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().collect(0) }
  }
}

import Foundation
import Streams
import Testing

struct RecordTests {
  private let record = Record<Int, TestError> {
    $0.receive(1)
    $0.receive(2)
    $0.receive(completion: .failure(TestError()))
  }

  @Test func replaysToEachSubscriber() {
    for _ in 0..<2 { expectEqual(log(record), ["[1, 2]", "1", "2", "failure(test error)"]) }
    expectEqual(log(Record<Int, Never>(output: [3], completion: .finished)), ["[3]", "3", "finished"])
  }

  @Test func sendsNoMoreThanIsAskedForAndTheEndWithTheLast() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1))
    record.subscribe(subscriber)
    expectEqual(subscriber.log, ["[1, 2]", "1"])
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["[1, 2]", "1", "2", "failure(test error)"])
  }

  @Test func demandReturnedCounts() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1), more: { $0 < 3 ? .max(1) : .none })
    Record<Int, Never>(output: [1, 2, 3, 4], completion: .finished).subscribe(subscriber)
    expectEqual(subscriber.values, [1, 2, 3])
  }

  @Test func withoutValuesTheEndNeedsNoDemand() {
    expectEqual(
      log(Record<Int, TestError>(output: [], completion: .failure(TestError())), .none),
      [
        "Empty", "failure(test error)",
      ])
  }

  @Test func cancellingInAValueKeepsTheRestAway() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = { [unowned subscriber] _ in subscriber.cancel() }
    record.subscribe(subscriber)
    expectEqual(subscriber.log, ["[1, 2]", "1"])
  }

  @Test(arguments: [Subscribers.Demand.max(1), .unlimited]) func keepsNoErrorAfterTheEnd(demand: Subscribers.Demand) {
    final class Mishap: Error {}
    weak var mishap: Mishap?
    let subscriber = RecordingSubscriber<Int, Error>(demand)
    do {
      let made = Mishap()
      mishap = made
      Record<Int, any Error>(output: [1, 2], completion: .failure(made)).mapError { _ in TestError() as any Error }
        .subscribe(subscriber)
    }
    expectEqual(mishap == nil, demand == .unlimited)
    subscriber.cancel()
    #expect(mishap == nil)
  }

  @Test func aCompleteRecordingTakesNothing() async {
    await #expect(processExitsWith: .failure) {
      var recording = Record<Int, Never>.Recording(output: [1])
      recording.receive(2)
    }
    await #expect(processExitsWith: .failure) {
      var recording = Record<Int, Never>.Recording()
      recording.receive(completion: .finished)
      recording.receive(completion: .finished)
    }
  }

  @Test func canBeEncodedAndDecoded() throws {
    struct Mishap: Error, Codable, Equatable { var code = 7 }
    let original = Record<Int, Mishap>(output: [1, 2], completion: .failure(Mishap()))
    let copy = try JSONDecoder().decode(Record<Int, Mishap>.self, from: JSONEncoder().encode(original))
    expectEqual(copy.recording.output, [1, 2])
    expectEqual(copy.recording.completion, .failure(Mishap()))
  }

  @Test func mirrorShowsTheWholeRecordingUntilTheEnd() {
    let subscriber = RecordingSubscriber<Int, TestError>(.none)
    record.subscribe(subscriber)
    expectEqual(portrait(subscriber.subscription), "[1, 2](sequence, completion)")
    subscriber.request(.max(1))
    expectEqual(portrait(subscriber.subscription), "[1, 2](sequence, completion)", "the whole, not what is left")
    subscriber.request(.max(1))
    expectEqual(portrait(subscriber.subscription), "Cancelled Events(sequence, completion)")
  }
}

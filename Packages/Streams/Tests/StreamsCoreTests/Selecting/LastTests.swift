import Streams
import Testing

struct LastTests {
  @Test func sendsTheLast() {
    expectEqual(log(numbers(0..<5).last()), ["Last", "4", "finished"])
    expectEqual(log(numbers(0..<9).last { $0 < 3 }), ["LastWhere", "2", "finished"])
    expectEqual(log(numbers(0..<9).tryLast { $0 < 3 }), ["TryLastWhere", "2", "finished"])
  }

  @Test func onlyFinishesIfThereIsNone() {
    expectEqual(log(numbers(0..<0).last(), .none), ["Last", "finished"])
    expectEqual(log(numbers(0..<9).last { $0 > 9 }, .none), ["LastWhere", "finished"])
  }

  @Test func waitsUntilItIsWanted() {
    let subscriber = record(numbers(0..<5).last(), .none)
    expectEqual(subscriber.log, ["Last"])
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Last", "4", "finished"])
  }

  @Test func anErrorNeedsNoDemand() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.last(), .none)
    upstream.send(1)
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["Last", "failure(test error)"])
  }

  @Test func failsWithWhatIsThrown() {
    expectFailure(of: "TryLastWhere") { $0.tryLast { if $0 == 2 { throw TestError() } else { true } } }
  }
}

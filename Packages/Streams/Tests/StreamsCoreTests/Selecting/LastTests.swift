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
}

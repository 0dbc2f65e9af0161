import Streams
import Testing

struct ReplaceErrorTests {
  @Test(arguments: [Subscribers.Demand.unlimited, .max(2)])
  func sendsTheValueInPlaceOfTheErrorIfDemandIsLeft(demand: Subscribers.Demand) {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.replaceError(with: 7), demand)
    upstream.send(1)
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["ReplaceError", "1", "7", "finished"])
  }

  @Test func finishesAsTheUpstreamDoes() {
    expectEqual(log(failable(0..<2).replaceError(with: 7)), ["ReplaceError", "0", "1", "finished"])
  }

  @Test func waitsWhenNoDemandIsLeft() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.replaceError(with: 7), .max(1))
    upstream.send(1)
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["ReplaceError", "1"])
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["ReplaceError", "1", "7", "finished"])
  }

  @Test func cancelsTheWaitingValue() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.replaceError(with: 7), .none)
    upstream.fail(TestError())
    subscriber.cancel()
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["ReplaceError"])
  }
}

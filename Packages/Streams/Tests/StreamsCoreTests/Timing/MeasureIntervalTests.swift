import Streams
import Testing

struct MeasureIntervalTests {
  let scheduler = ManualScheduler()

  @Test func measuresFromTheSubscriptionAndThenFromValueToValue() {
    let upstream = ManualPublisher<String, TestError>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<ManualScheduler.SchedulerTimeType.Stride, TestError>(
      .max(1), more: { _ in .max(2) })
    scheduler.advance(by: 100)
    upstream.measureInterval(using: scheduler).subscribe(subscriber)
    scheduler.advance(by: 100)
    upstream.sendSubscription()
    scheduler.advance(by: 30)
    expectEqual(upstream.send("a"), .max(2))
    upstream.send("b")
    scheduler.advance(by: 1500)
    upstream.send("c")
    upstream.fail(TestError("x"))
    expectEqual(subscriber.log, ["MeasureInterval", "30", "0", "1500", "failure(x)"])
    expectEqual(upstream.log, ["request(max(1))"])
    #expect(scheduler.log.isEmpty)
  }

  @Test func nothingComesAfterCancelAndASecondSubscriptionIsRefused() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<ManualScheduler.SchedulerTimeType.Stride, Never>()
    upstream.measureInterval(using: scheduler).subscribe(subscriber)
    upstream.sendSubscription()
    upstream.send(1)
    subscriber.cancel()
    upstream.send(2)
    upstream.finish()
    expectEqual(subscriber.log, ["MeasureInterval", "0"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel", "cancel"])
  }
}

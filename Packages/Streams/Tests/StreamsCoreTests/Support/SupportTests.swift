import Streams
import Testing

struct SupportTests {
  @Test func manualPublisherRecordsWhatIsAskedOfIt() {
    let publisher = ManualPublisher<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>(.max(2), more: { .max($0) })
    publisher.subscribe(subscriber)
    expectEqual(publisher.send(7), .max(7))
    subscriber.request(.max(1))
    subscriber.cancel()
    publisher.fail(TestError("x"))
    expectEqual(publisher.log, ["request(max(2))", "request(max(1))", "cancel"])
    expectEqual(subscriber.log, ["Manual", "7", "failure(x)"])
  }

  @Test func manualSchedulerGoesFromInstantToInstant() {
    let scheduler = ManualScheduler()
    var log: [String] = []
    let token = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(1)) {
      log.append("tick \(scheduler.now)")
      scheduler.schedule { log.append("then \(scheduler.now)") }
    }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(2.5))) { token.cancel() }
    scheduler.advance(by: 4000)
    expectEqual(log, ["tick 1000", "then 1000", "tick 2000", "then 2000"])
    expectEqual(scheduler.now.milliseconds, 4000)
    expectEqual(scheduler.pending, 0)
    expectEqual(scheduler.log, ["after 1000 every 1000", "after 2500", "now", "now", "cancel"])
  }
}

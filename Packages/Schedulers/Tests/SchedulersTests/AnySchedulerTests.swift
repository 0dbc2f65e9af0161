import Dispatch
import Foundation
import Schedulers
import Streams
import Testing

struct AnySchedulerTests {
  @Test func forwardsToTheErasedScheduler() {
    let test = DispatchQueue.test
    let scheduler: AnySchedulerOf<DispatchQueue> = test.eraseToAnyScheduler()
    var seen: [String] = []
    scheduler.schedule { seen.append("soon") }
    scheduler.schedule(after: scheduler.now.advanced(by: 1)) { seen.append("later") }
    let timer = scheduler.schedule(after: scheduler.now, interval: 1) { seen.append("tick") }
    test.advance(by: 1)
    expectEqual(seen, ["soon", "tick", "later", "tick"])
    expectEqual(scheduler.now, test.now)
    expectEqual(scheduler.minimumTolerance, .zero)
    timer.cancel()
    test.run()
  }

  @Test func anErasedSchedulerIsMadeFromClosures() {
    let log = Log<String>()
    let scheduler = AnyScheduler<DispatchQueue.SchedulerTimeType, Never>(
      minimumTolerance: { 3 },
      now: { .init(.init(uptimeNanoseconds: 7)) },
      scheduleImmediately: { _, action in
        log.add("soon")
        action()
      },
      delayed: { date, tolerance, _, action in
        log.add("at \(date.dispatchTime.uptimeNanoseconds), \(tolerance.magnitude)")
        action()
      },
      interval: { _, interval, _, _, action in
        log.add("every \(interval.magnitude)")
        action()
        return AnyCancellable { log.add("cancelled") }
      })
    var count = 0
    scheduler.schedule { count += 1 }
    scheduler.schedule(after: scheduler.now) { count += 1 }
    scheduler.schedule(after: scheduler.now, interval: .nanoseconds(5)) { count += 1 }.cancel()
    expectEqual(count, 3)
    expectEqual(log.all, ["soon", "at 7, 3000000000", "every 5", "cancelled"])
  }

  @Test func mainAndGlobalAreErasedSchedulers() async {
    let queue: AnySchedulerOf<DispatchQueue> = .main
    let operations: AnySchedulerOf<OperationQueue> = .main
    let loop: AnySchedulerOf<RunLoop> = .main
    _ = (queue.now, operations.now, loop.now, AnySchedulerOf<UIScheduler>.shared.now)
    let scheduler: AnySchedulerOf<DispatchQueue> = .global(qos: .userInitiated)
    await withCheckedContinuation { done in scheduler.schedule { done.resume() } }
    func check<T: Sendable>(_: T) {}
    check(loop)
  }

  @Test func anErasedSchedulerOfTheSystemIsOneOfTheSystem() {
    let queue: AnySchedulerOf<DispatchQueue> = .main
    let operations: AnySchedulerOf<OperationQueue> = .main
    let loop: AnySchedulerOf<RunLoop> = .main
    let main: AnySchedulerOf<UIScheduler> = .shared
    #expect(queue._isRealTime && operations._isRealTime && loop._isRealTime && main._isRealTime)
    #expect(main.eraseToAnyScheduler()._isRealTime && loop.eraseToAnyScheduler()._isRealTime)
    #expect(!DispatchQueue.test.eraseToAnyScheduler()._isRealTime)
    #expect(!UIScheduler.shared.transformingActions { $0 }.eraseToAnyScheduler()._isRealTime)
  }

  @Test func immediateIsAnErasedSchedulerOfEachHost() {
    var count = 0
    AnySchedulerOf<DispatchQueue>.immediate.schedule { count += 1 }
    AnySchedulerOf<OperationQueue>.immediate.schedule { count += 1 }
    AnySchedulerOf<RunLoop>.immediate.schedule { count += 1 }
    AnySchedulerOf<UIScheduler>.immediate.schedule { count += 1 }
    expectEqual(count, 4)
  }

  @Test func aTransformedSchedulerWrapsActions() {
    let test = DispatchQueue.test
    let log = Log<String>()
    let scheduler = test.transformingActions { action in
      {
        log.add("before")
        action()
        log.add("after")
      }
    }
    scheduler.schedule { log.add("soon") }
    scheduler.schedule(after: scheduler.now) { log.add("later") }
    let timer = scheduler.schedule(after: scheduler.now, interval: 1) { log.add("tick") }
    test.advance(by: 1)
    timer.cancel()
    let expected = ["soon", "later", "tick", "tick"].flatMap { ["before", $0, "after"] }
    expectEqual(log.all, expected)
  }
}

import Dispatch
import Foundation
import Schedulers
import Streams
import Testing

struct ImmediateSchedulerTests {
  @Test func bothSchedulersOfThisNameCanBeUsedTogether() {
    var seen: [String] = []
    let generic = ImmediateScheduler<DispatchQueue.SchedulerTimeType, Any>(now: .init(.now()))
    generic.schedule(after: generic.now.advanced(by: 10)) { seen.append("generic") }
    ImmediateScheduler.shared.schedule { seen.append("plain") }
    expectEqual(seen, ["generic", "plain"])
    let typed: ImmediateSchedulerOf<DispatchQueue> = DispatchQueue.immediate
    typed.schedule { seen.append("typed") }
    let operations = ImmediateScheduler<OperationQueue.SchedulerTimeType, Any>(now: .init(Date()))
    operations.schedule { seen.append("operations") }
    expectEqual(seen.count, 4)
  }

  @Test func everyActionRunsImmediately() {
    for scheduler in [AnySchedulerOf<DispatchQueue>.immediate, DispatchQueue.immediate.eraseToAnyScheduler()] {
      var count = 0
      let before = scheduler.now
      scheduler.schedule { count += 1 }
      scheduler.schedule(after: scheduler.now.advanced(by: 10)) { count += 1 }
      let timer = scheduler.schedule(after: scheduler.now, interval: 1) { count += 1 }
      expectEqual(count, 3)
      expectEqual(scheduler.now, before)
      timer.cancel()
    }
    var count = 0
    RunLoop.immediate.schedule { count += 1 }
    OperationQueue.immediate.schedule { count += 1 }
    UIScheduler.immediate.schedule { count += 1 }
    expectEqual(count, 3)
  }
}

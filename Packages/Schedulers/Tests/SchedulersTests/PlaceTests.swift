import Dispatch
import Schedulers
import Streams
import Testing

@Suite struct PlaceTests {
  @Test func aTestSchedulerKnowsWhereItIsCalled() {
    let scheduler = DispatchQueue.test
    let line: UInt = #line
    scheduler.schedule {}
    scheduler.schedule(after: scheduler.now) {}
    scheduler.schedule(after: scheduler.now, tolerance: 1) {}
    let a = scheduler.schedule(after: scheduler.now, interval: 1) {}
    let b = scheduler.schedule(after: scheduler.now, interval: 1, tolerance: 1) {}
    #expect(scheduler.timeline.pending.map(\.place?.line) == (1...5).map { line + $0 })
    a.cancel()
    b.cancel()
  }

  @Test func aVirtualTimeSchedulerKnowsWhereItIsCalled() {
    let scheduler = VirtualTimeScheduler()
    let line: UInt = #line
    scheduler.schedule {}
    scheduler.schedule(after: scheduler.now) {}
    let a = scheduler.schedule(after: scheduler.now, interval: 1) {}
    #expect(scheduler.timeline.pending.map(\.place?.line) == (1...3).map { line + $0 })
    a.cancel()
  }
}

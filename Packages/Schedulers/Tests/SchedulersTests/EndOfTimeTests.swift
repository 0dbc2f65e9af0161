import Foundation
import Schedulers
import Testing

/// The dates that Foundation calls distant are beyond what a timeline counts.
struct EndOfTimeTests {
  @Test func theDistantFutureIsTheEndOfTime() {
    let scheduler = RunLoop.test
    var isDone = false
    scheduler.schedule(after: .init(.distantFuture)) { isDone = true }
    expectEqual(scheduler.timeline.nextDue?.offset, .nanoseconds(Int64.max))
    scheduler.advance(by: .seconds(1_000_000))
    #expect(!isDone)
    scheduler.advance(to: .init(.distantFuture))
    #expect(isDone)
  }

  @Test func theDistantPastIsDueAtTheNextAdvance() {
    let scheduler = OperationQueue.test
    var isDone = false
    scheduler.schedule(after: .init(.distantPast)) { isDone = true }
    scheduler.advance()
    #expect(isDone)
    expectEqual(scheduler.timeline.now.offset, .zero)
  }
}

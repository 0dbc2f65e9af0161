import Dispatch
import Foundation
import IssueReporting
import Schedulers
import Testing

/// `schedule(in:)` has one form for every scheduler.
@Suite(.timeLimit(.minutes(10))) struct ScheduleInTests {
  /// Schedules through the protocol.
  private func schedule<S: Scheduler>(
    _ scheduler: S, in delay: S.SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) {
    scheduler.schedule(in: delay, action)
  }

  @Test func everySchedulerOfTheTestRunsTheActionAfterTheDelay() {
    let timeline = Timeline()
    let test = DispatchQueue.test(on: timeline)
    let clock = ClockScheduler(timeline)
    var seen: [String] = []
    func note(_ name: String) -> () -> Void { { seen.append("\(name) \(timeline.now)") } }
    test.schedule(in: 1, note("test"))
    test.eraseToAnyScheduler().schedule(in: .seconds(2), note("any"))
    schedule(test, in: 3, note("generic"))
    VirtualTimeScheduler(on: timeline).schedule(in: 4, note("virtual"))
    clock.schedule(in: .seconds(5), note("clock"))
    DispatchQueue.immediate.schedule(in: 9, note("immediate"))
    timeline.advance(by: .seconds(5))
    expectEqual(
      seen,
      [
        "immediate 0.0 seconds", "test 1.0 seconds", "any 2.0 seconds", "generic 3.0 seconds", "virtual 4.0 seconds",
        "clock 5.0 seconds",
      ])
  }

  @Test func schedulersOfTheSystemRunTheAction() async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      DispatchQueue(label: "queue").schedule(in: .milliseconds(1)) { done.resume() }
    }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      OperationQueue().schedule(in: .milliseconds(1)) { done.resume() }
    }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      UIScheduler(queue: DispatchQueue(label: "main")).schedule(in: .milliseconds(1)) { done.resume() }
    }
  }

  @Test func anUnimplementedSchedulerReportsTheCallOnce() {
    let reports = Log<String>()
    var ran = false
    withIssueReporters([IssueRecorder(seen: reports)]) {
      DispatchQueue.unimplemented("queue").schedule(in: 1) { ran = true }
    }
    expectEqual(reports.all.count, 1)
    #expect(ran)
  }
}

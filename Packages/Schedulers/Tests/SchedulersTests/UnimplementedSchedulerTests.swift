import Dispatch
import Foundation
import Streams
import Testing

@testable import Schedulers

@Suite struct UnimplementedSchedulerTests {
  @Test func reportsAtTheCallersLineAndThenPerforms() {
    let line = #line + 1
    let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented("search queue")
    var count = 0
    withKnownIssue {
      scheduler.schedule { count += 1 }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "UnimplementedSchedulerTests.swift"
        && issue.comments.contains { "\($0)".contains("(search queue) was given an action to do at once") }
    }
    withKnownIssue {
      scheduler.schedule(after: .init(.now())) { count += 1 }
    } matching: {
      $0.sourceLocation?.line == line
    }
    withKnownIssue { _ = scheduler.now }
    withKnownIssue { _ = scheduler.minimumTolerance }
    withKnownIssue { scheduler.schedule(after: .init(.now()), interval: 1) { count += 1 }.cancel() }
    #expect(count == 3)
  }

  /// The trap numbered 13: without a name there is no line to report, so the message says how to get one.
  @Test func withoutANameItReportsNoPlace() {
    withKnownIssue {
      let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented
      scheduler.schedule {}
    } matching: { issue in
      issue.sourceLocation?.fileName == "<unknown>"
        && issue.comments.contains { "\($0)".contains("make it with `.unimplemented(\"a name\")`") }
    }
  }

  @Test func saysNothingUnlessUsed() {
    let queue: AnySchedulerOf<DispatchQueue> = .unimplemented
    let loop: AnySchedulerOf<RunLoop> = .unimplemented
    let operations: AnySchedulerOf<OperationQueue> = .unimplemented
    _ = (queue, loop, operations, DispatchQueue.unimplemented, RunLoop.unimplemented, OperationQueue.unimplemented)
    withKnownIssue {
      queue.schedule {}
    } matching: {
      $0.comments.contains { "\($0)".contains("DispatchQueue.unimplemented") }
    }
  }

  @Test func everyHostHasOneWithAName() {
    func expectIssue<S: Scheduler>(_ scheduler: S, at line: Int = #line) {
      withKnownIssue {
        scheduler.schedule {}
      } matching: {
        $0.sourceLocation?.line == line && $0.comments.contains { "\($0)".contains("the clerk") }
      }
    }
    expectIssue(DispatchQueue.unimplemented("the clerk"))
    expectIssue(OperationQueue.unimplemented("the clerk"))
    expectIssue(RunLoop.unimplemented("the clerk"))
    expectIssue(AnySchedulerOf<DispatchQueue>.unimplemented("the clerk"))
    expectIssue(AnySchedulerOf<OperationQueue>.unimplemented("the clerk"))
    expectIssue(AnySchedulerOf<RunLoop>.unimplemented("the clerk"))
  }

  @Test func whereNoTestIsKnownItSaysHowToBeFound() {
    let scheduler = DispatchQueue.unimplemented
    #expect(!scheduler.message("was used", isPlaced: true).contains("a name"))
    #expect(scheduler.message("was used", isPlaced: false).hasSuffix("make it with `.unimplemented(\"a name\")`."))
  }
}

import Dispatch
import Foundation
import Streams
import Testing

@testable import Schedulers

struct UnimplementedSchedulerTests {
  @Test func reportsAtTheCallersLineAndThenPerforms() {
    let line = #line + 1
    let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented("search queue")
    var count = 0
    withKnownIssue {
      scheduler.schedule { count += 1 }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "UnimplementedSchedulerTests.swift"
        && issue.comments.contains {
          "\($0)".contains("search queue - An unimplemented scheduler scheduled an action to run immediately.")
        }
    }
    withKnownIssue {
      scheduler.schedule(after: .init(.now())) { count += 1 }
    } matching: {
      $0.sourceLocation?.line == line
    }
    withKnownIssue { _ = scheduler.now }
    withKnownIssue { _ = scheduler.now }
    let other: AnySchedulerOf<DispatchQueue> = .unimplemented
    withKnownIssue { other.schedule(after: .init(.now()), interval: 1) { count += 1 }.cancel() }
    expectEqual(count, 3)
  }

  /// The trap numbered 13: without a name there is no line to report, so the message says how to get one.
  @Test func withoutANameItReportsNoPlace() {
    withKnownIssue {
      let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented
      scheduler.schedule {}
    } matching: { issue in
      issue.sourceLocation?.fileName == "<unknown>"
        && issue.comments.contains { "\($0)".contains("give it a name: `.unimplemented(\"a name\")`") }
    }
  }

  @Test func reportsNothingUnlessUsed() {
    let queue: AnySchedulerOf<DispatchQueue> = .unimplemented
    let loop: AnySchedulerOf<RunLoop> = .unimplemented
    let operations: AnySchedulerOf<OperationQueue> = .unimplemented
    _ = (queue, loop, operations, DispatchQueue.unimplemented, RunLoop.unimplemented, OperationQueue.unimplemented)
    withKnownIssue {
      queue.schedule {}
    } matching: {
      $0.comments.contains { "\($0)".hasPrefix("DispatchQueue - An unimplemented scheduler") }
    }
  }

  @Test func unimplementedWithANameReportsTheCallersLine() {
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

  @Test func theMessageNamesWhereItWasMadeOrHowToSeeThat() {
    func message(madeAt place: SourcePlace?) -> String {
      UnimplementedReporter(of: "scheduler", prefix: "save", madeAt: place).message(.later)
    }
    let start = "save - An unimplemented scheduler scheduled an action to run later."
    expectEqual(
      message(madeAt: SourcePlace(filePath: "/App/Save.swift", line: 7)),
      "\(start) It was created at /App/Save.swift:7.")
    expectEqual(
      message(madeAt: nil), "\(start) To see where it was created, give it a name: `.unimplemented(\"a name\")`.")
  }

  /// The calls that are reported while `body` uses a scheduler.
  func calls(_ body: (AnySchedulerOf<DispatchQueue>) -> Void) -> [String] {
    let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented("S")
    let seen = Log<String>()
    withKnownIssue {
      body(scheduler)
    } matching: { issue in
      for comment in issue.comments {
        seen.add(
          "\(comment)".prefix { $0 != "." }.replacingOccurrences(of: "S - An unimplemented scheduler ", with: ""))
      }
      return true
    }
    return seen.all
  }

  private static let readTheTime = "was asked the current time, perhaps for a delay"

  @Test func oneUseIsReportedOnce() {
    let date = DispatchQueue.SchedulerTimeType(.now())
    expectEqual(calls { $0.schedule {} }, ["scheduled an action to run immediately"])
    expectEqual(calls { $0.schedule(after: date, tolerance: 0, options: nil) {} }, ["scheduled an action to run later"])
    expectEqual(
      calls { $0.schedule(after: date, interval: 1, tolerance: 0, options: nil) {}.cancel() },
      ["scheduled an action to run on a timer"])
    expectEqual(calls { $0.schedule(after: date) {} }, ["scheduled an action to run later"])
    expectEqual(calls { $0.schedule(after: $0.now.advanced(by: 1)) {} }, [Self.readTheTime])
    let values = PassthroughSubject<Int, Never>()
    var subscription: AnyCancellable?
    expectEqual(
      calls {
        subscription = values.delay(for: 1, scheduler: $0).sink { _ in }
        values.send(1)
      }, [Self.readTheTime])
    subscription?.cancel()
  }

  @Test func makingAnOperatorIsNoUse() {
    let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented("S")
    _ = (Just(1).delay(for: 1, scheduler: scheduler), scheduler.minimumTolerance)
  }

  @Test func aSleepIsReportedOnce() async throws {
    let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented("S")
    let seen = Log<Int>()
    try await withKnownIssue {
      try await scheduler.sleep(for: 1)
    } matching: { _ in
      seen.add(1)
      return true
    }
    expectEqual(seen.all.count, 1)
  }

  @Test func twoUsesAreReportedTwice() {
    expectEqual(
      calls {
        _ = $0.now
        _ = $0.now
      }, [Self.readTheTime, Self.readTheTime])
    expectEqual(
      calls {
        for _ in 0..<2 { $0.schedule(after: $0.now.advanced(by: 1)) {} }
      }, [Self.readTheTime, Self.readTheTime])
    expectEqual(
      calls {
        _ = $0.now
        $0.schedule {}
      }, [Self.readTheTime, "scheduled an action to run immediately"])
  }

  /// A scheduler that several tests share reports in each.
  @Test func eachTaskIsAUserOfItsOwn() async {
    let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented("S")
    let seen = Log<Int>()
    await withKnownIssue {
      _ = scheduler.now
      await Task { scheduler.schedule(after: .init(.now()), tolerance: 0, options: nil) {} }.value
    } matching: { _ in
      seen.add(1)
      return true
    }
    expectEqual(seen.all.count, 2)
  }

  @Test func thePrefixIsTheGivenNameOrTheHosts() {
    expectEqual(DispatchQueue.unimplemented("search").prefix, "search")
    expectEqual(RunLoop.unimplemented.prefix, "RunLoop")
  }
}

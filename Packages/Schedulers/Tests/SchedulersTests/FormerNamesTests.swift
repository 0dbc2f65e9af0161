import Dispatch
import Foundation
import Schedulers
import Testing

/// Names that combine-schedulers has deprecated still do what they did.
@Suite struct FormerNamesTests {
  let names: any FormerNames = NamesInUse()

  @Test func theyMakeTheSchedulers() { names.testAndImmediate() }

  @Test func theyReport() {
    for count in [names.queue, names.operations, names.loop] {
      withKnownIssue {
        #expect(count() == 4)
      } matching: { issue in
        issue.comments.contains {
          "\($0)".contains("An unimplemented scheduler scheduled an action to run immediately.")
        }
      }
    }
  }
}

/// Uses them behind a requirement that is not deprecated, so that no warning results.
protocol FormerNames {
  func testAndImmediate()
  func queue() -> Int
  func operations() -> Int
  func loop() -> Int
}

private struct NamesInUse: FormerNames {
  @available(*, deprecated) func testAndImmediate() {
    let queue = DispatchQueue.testScheduler
    let operations = OperationQueue.testScheduler
    let loop = RunLoop.testScheduler
    var count = 0
    queue.schedule { count += 1 }
    operations.schedule { count += 1 }
    loop.schedule { count += 1 }
    #expect(count == 0)
    queue.advance()
    operations.advance()
    loop.advance()
    DispatchQueue.immediateScheduler.schedule { count += 1 }
    OperationQueue.immediateScheduler.schedule { count += 1 }
    RunLoop.immediateScheduler.schedule { count += 1 }
    #expect(count == 6)
  }

  @available(*, deprecated) func queue() -> Int {
    var count = 0
    let scheduler: FailingSchedulerOf<DispatchQueue> = DispatchQueue.failing
    let named: FailingScheduler = DispatchQueue.failing("a")
    let erased: AnySchedulerOf<DispatchQueue> = .failing
    let both: AnySchedulerOf<DispatchQueue> = .failing("a")
    scheduler.schedule { count += 1 }
    named.schedule { count += 1 }
    erased.schedule { count += 1 }
    both.schedule { count += 1 }
    #expect(named.prefix == "a")
    return count
  }

  @available(*, deprecated) func operations() -> Int {
    var count = 0
    OperationQueue.failing.schedule { count += 1 }
    OperationQueue.failing("a").schedule { count += 1 }
    AnySchedulerOf<OperationQueue>.failing.schedule { count += 1 }
    AnySchedulerOf<OperationQueue>.failing("a").schedule { count += 1 }
    return count
  }

  @available(*, deprecated) func loop() -> Int {
    var count = 0
    RunLoop.failing.schedule { count += 1 }
    RunLoop.failing("a").schedule { count += 1 }
    AnySchedulerOf<RunLoop>.failing.schedule { count += 1 }
    AnySchedulerOf<RunLoop>.failing("a").schedule { count += 1 }
    return count
  }
}

import Dispatch
import Schedulers
import Streams
import Testing

struct UISchedulerTests {
  @Test @MainActor func runsInlineOnTheMainThread() {
    var ran = false
    UIScheduler.shared.schedule { ran = true }
    #expect(ran)
  }

  @Test func runsOnTheQueueFromOtherThreads() async {
    let queue = DispatchQueue(label: "stands for the main queue")
    let scheduler = UIScheduler(queue: queue)
    let log = Log<String>()
    await withCheckedContinuation { done in
      queue.suspend()
      scheduler.schedule {
        log.add("hopped")
        scheduler.schedule { log.add("inline") }
        log.add("after inline")
        done.resume()
      }
      log.add("returned")
      queue.resume()
    }
    expectEqual(log.all, ["returned", "hopped", "inline", "after inline"])
  }

  @Test func delaysAndRepeatsOnTheQueue() async {
    let scheduler = UIScheduler(queue: DispatchQueue(label: "stands for the main queue"))
    await withCheckedContinuation { done in
      scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(1))) { done.resume() }
    }
    let ticks = Guarded(0)
    let timer = Guarded<AnyCancellable?>(nil)
    await withCheckedContinuation { done in
      timer.withLock {
        $0 = AnyCancellable(
          scheduler.schedule(after: scheduler.now, interval: .nanoseconds(1000)) {
            let count = ticks.withLock { count in
              count += 1
              return count
            }
            if count == 3 { done.resume() }
          })
      }
    }
    timer.withLock { $0 = nil }
  }

  @Test func aTestSchedulerReplacesAUIScheduler() {
    let scheduler = UIScheduler.test
    var ran = false
    scheduler.eraseToAnyScheduler().schedule { ran = true }
    #expect(!ran)
    scheduler.advance()
    #expect(ran)
  }
}

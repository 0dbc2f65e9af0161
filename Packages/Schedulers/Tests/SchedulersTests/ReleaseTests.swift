import Dispatch
import Foundation
import IssueReporting
import Streams
import Testing

@testable import Schedulers

/// An action is released outside the lock, because a `deinit` in it may use the scheduler. Under the lock, all of these
/// tests would hang, so each runs on a thread of its own with a deadline.
struct ReleaseTests {
  /// Uses the timeline when it is released.
  private final class Tattler: Sendable {
    private let timeline: Timeline
    private let released: Log<Duration>

    init(_ timeline: Timeline, _ released: Log<Duration>) {
      self.timeline = timeline
      self.released = released
    }

    func use() {}

    deinit {
      timeline.schedule {}.cancel()
      released.add(timeline.now.offset)
    }
  }

  /// Does `body` on a thread of its own; false if that takes more than a minute. The thread is then left behind.
  private func ends(_ body: @escaping @Sendable () -> Void) async -> Bool {
    await withUnsafeContinuation { continuation in
      Thread.detachNewThread {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          body()
          done.signal()
        }
        continuation.resume(returning: done.wait(timeout: .now() + 60) == .success)
      }
    }
  }

  @Test func aTimerIsCancelledByAnActionAtTheSameTime() async {
    let hasEnded = await ends {
      func schedule(on scheduler: VirtualTimeScheduler) {
        let timer = scheduler.schedule(after: scheduler.now, interval: 1, tolerance: 0, options: nil) {}
        scheduler.schedule(after: scheduler.now.advanced(by: 3)) { timer.cancel() }
      }
      let scheduler = VirtualTimeScheduler()
      schedule(on: scheduler)
      scheduler.advanceTime(by: 3)
      expectEqual(scheduler.timeline.pendingCount, 0)
    }
    #expect(hasEnded)
  }

  /// The ways in which a timeline lets an action go, with what does it.
  private enum Way: CaseIterable, CustomTestStringConvertible {
    case hasRun, hasRunWithAName, hasRunInALog, hasRunInAnOrder, isCancelled, cancelsItself, isRefused, isRefusedInALog
    case isOverAtTheEndOfTime, hasRunInSteps, hasRunInARun, isLeftAtTheEnd

    var testDescription: String { "\(self)" }
  }

  @Test(arguments: Way.allCases) private func aDeinitMayUseTheTimelineThatReleasesIt(way: Way) async {
    let released = Log<Duration>()
    let issues = Log<String>()
    let hasEnded = await ends {
      withIssueReporters([IssueRecorder(seen: issues)]) { self.release(way, released) }
    }
    #expect(hasEnded)
    expectEqual(released.all.count, 1)
  }

  private func release(_ way: Way, _ released: Log<Duration>) {
    let timeline = Timeline("releasing", order: way == .hasRunInAnOrder ? .seeded(1) : .fifo)
    timeline.isLogging = way == .hasRunInALog || way == .isRefusedInALog
    let second = Timeline.Instant(nanoseconds: 1_000_000_000)
    func action() -> () -> Void {
      let tattler = Tattler(timeline, released)
      return { tattler.use() }
    }
    switch way {
    case .hasRun, .hasRunInALog:
      timeline.schedule(in: .seconds(1), action())
      timeline.advance(by: .seconds(1))
    case .hasRunInAnOrder:
      timeline.schedule(in: .seconds(1)) {}
      timeline.schedule(in: .seconds(1), action())
      timeline.advance(by: .seconds(1))
    case .hasRunWithAName:
      timeline.schedule(in: .seconds(1), name: "named", action())
      timeline.advance(by: .seconds(1))
    case .isCancelled:
      timeline.schedule(in: .seconds(1), action()).cancel()
    case .cancelsItself:
      let token = Log<Timeline.Token>()
      let tattler = Tattler(timeline, released)
      token.add(
        timeline.schedule(at: second, every: .seconds(1)) {
          tattler.use()
          token.all.first?.cancel()
        })
      timeline.advance(by: .seconds(1))
    case .isRefused, .isRefusedInALog:
      _ = timeline.schedule(at: second, every: .zero, action())
      timeline.advance(by: .seconds(1))
    case .isOverAtTheEndOfTime:
      _ = timeline.schedule(at: .init(nanoseconds: .max - 1), every: .seconds(1), action())
      timeline.advance(to: .end)
    case .hasRunInSteps:
      timeline.schedule(in: .seconds(1), action())
      timeline.stepAction()
    case .hasRunInARun:
      timeline.schedule(in: .seconds(1), action())
      timeline.run()
    case .isLeftAtTheEnd:
      let (left, other) = (Timeline("left"), timeline)
      let tattler = Tattler(other, released)
      left.schedule { tattler.use() }
    }
  }

  @Test func anActionIsReleasedBeforeTheNextRuns() {
    let (timeline, released, seen) = (Timeline(), Log<Duration>(), Log<Int>())
    func schedule() {
      let tattler = Tattler(timeline, released)
      timeline.schedule(in: .seconds(1)) { tattler.use() }
    }
    schedule()
    timeline.schedule(in: .seconds(2)) { seen.add(released.all.count) }
    timeline.advance(by: .seconds(3))
    expectEqual(seen.all, [1])
  }

  /// The first work on a timeline is recorded under a lock of the current one, beside others. Meanwhile, a thread drops the
  /// last references to those. The `deinit` in their work records work, too.
  @Test func timelinesAreDroppedWhileWorkOnAnotherIsRecorded() async {
    let rounds = 5_000
    let hasEnded = await ends {
      let (dropped, isDropped) = (Guarded<[Timeline?]>([]), Guarded(false))
      let areThere = DispatchSemaphore(value: 0)
      let released = Log<Duration>()
      Thread.detachNewThread {
        for _ in 0..<rounds {
          areThere.wait()
          var last = dropped.withLock { exchange(&$0, with: []) }
          for index in last.indices { last[index] = nil }
          isDropped.withLock { $0 = true }
        }
      }
      func makeOthers() {
        for _ in 0..<10 {
          let (timeline, tattler) = (Timeline(), Tattler(Timeline(), released))
          timeline.schedule { tattler.use() }
          dropped.withLock { $0.append(timeline) }
        }
      }
      for _ in 0..<rounds {
        Timeline.$current.withValue(Timeline()) {
          makeOthers()
          let timeline = Timeline()
          areThere.signal()
          while !isDropped.withLock({ exchange(&$0, with: false) }) { timeline.schedule {}.cancel() }
        }
      }
    }
    #expect(hasEnded)
  }

  /// The same behind a real clock.
  @Test func aClockSchedulerReleasesOutsideItsLock() async {
    let released = DispatchSemaphore(value: 0)
    final class User: Sendable {
      let scheduler: ClockScheduler<ContinuousClock>
      let released: DispatchSemaphore
      init(_ scheduler: ClockScheduler<ContinuousClock>, _ released: DispatchSemaphore) {
        self.scheduler = scheduler
        self.released = released
      }
      func use() {}
      deinit {
        scheduler.schedule {}
        released.signal()
      }
    }
    let hasEnded = await ends {
      let scheduler = ContinuousClock().scheduler()
      func schedule() {
        let user = User(scheduler, released)
        scheduler.schedule { user.use() }
        let repeating = User(scheduler, released)
        let timer = Log<any Cancellable & Sendable>()
        timer.add(
          AnySendableCancellable(
            scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1)), interval: .milliseconds(1)) {
              repeating.use()
              timer.all.first?.cancel()
            }))
        _ = timer
      }
      schedule()
      released.wait()
      released.wait()
    }
    #expect(hasEnded)
  }

  /// Sendable because a cancellable may be cancelled from every thread.
  private struct AnySendableCancellable: Cancellable, @unchecked Sendable {
    let base: any Cancellable
    init(_ base: any Cancellable) { self.base = base }
    func cancel() { base.cancel() }
  }
}

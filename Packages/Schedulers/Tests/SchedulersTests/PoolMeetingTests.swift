import Dispatch
import Foundation
import Testing

@testable import Schedulers

/// Threads that stay away from a meeting. In processes of their own, because the pool is the whole process's.
@Suite(.timeLimit(.minutes(10))) struct PoolMeetingTests {
  #if os(Linux) || os(macOS)
    @Test func aBlockedThreadIsReportedOnce() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let blocker = DispatchSemaphore(value: 0)
        let isBlocked = DispatchSemaphore(value: 0)
        Task.detached {
          isBlocked.signal()
          waitFor(blocker)
        }
        waitFor(isBlocked)
        let timeline = Timeline()
        for _ in 0..<10 { timeline.schedule(in: .seconds(1)) {} }
        _ = timeline.schedule(at: .init(nanoseconds: 0), every: .milliseconds(100)) {}
        await timeline.advance(by: .seconds(2))
        blocker.signal()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      expectEqual(text.components(separatedBy: "may not have settled").count, 2)
    }

    /// The pool never has a thousand threads.
    @Test func missingThreadsAreReportedOnce() async {
      await #expect(processExitsWith: .success) {
        let lines = Log<String>()
        let lanes = [TaskPriority.medium, .background].map { PoolLane($0, width: 1000) }
        let meeting = PoolMeeting(lanes: lanes) { lines.add($0) }
        await meeting.attend(isolation: nil) { .quiet }
        #expect(meeting.timeouts >= lanes.count)
        expectEqual(lines.all.count, 1)
      }
    }

    @Test func missingThreadsAreNotAwaitedForTenTimesAsLong() async {
      await #expect(processExitsWith: .success) {
        let start = ContinuousClock.now
        let gathering = Gathering(PoolLane(.background, width: 1000))
        gathering.start(pass: {}) {}
        // Half a second without work is too long only after an arrival.
        while !gathering.isLate(since: .now, idle: PoolMeeting.patience, isPass: false, at: .now + .seconds(1)) {}
        gathering.giveUp(after: .seconds(2), isPass: false)
        #expect((1..<1000).contains(gathering.lane.expectation(at: start + .seconds(20))))
        expectEqual(gathering.lane.expectation(at: .now + .seconds(20)), 1000)
      }
    }

    @Test func aComputingThreadIsAwaited() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let isRunning = DispatchSemaphore(value: 0)
        let end = ContinuousClock.now + .seconds(1.5)
        Task.detached {
          isRunning.signal()
          while ContinuousClock.now < end {}
        }
        waitFor(isRunning)
        let timeline = Timeline()
        let log = Log<Int>()
        let task = Task {
          try await timeline.sleep(for: .seconds(1))
          log.add(1)
        }
        await timeline.advance(by: .seconds(1))
        expectEqual(log.all, [1])
        #expect(ContinuousClock.now >= end)
        expectEqual(PoolMeeting.shared.timeouts, 0)
        task.cancel()
      }
      expectEqual(result?.standardErrorContent.isEmpty, true)
    }

    @Test func jobsOfEveryPriorityAndOfTheMainThreadAreAwaited() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {}
        let meeting = PoolMeeting()
        for priority in [TaskPriority.high, .medium, .low, .background, nil] {
          let (isRunning, isDone) = (DispatchSemaphore(value: 0), Guarded(false))
          let job: @Sendable () -> Void = {
            isRunning.signal()
            compute(milliseconds: 30)
            isDone.withLock { $0 = true }
          }
          if let priority {
            Task.detached(priority: priority) { job() }
          } else {
            DispatchQueue.main.async(execute: job)
          }
          waitFor(isRunning)
          await meeting.attend(isolation: nil) { .quiet }
          #expect(isDone.withLock { $0 }, "\(priority?.description ?? "main"), \(meeting.timeouts) timeouts")
        }
      }
    }

    /// In each, every chain of tasks takes a hop.
    @Test func eightQuietRoundsFollowTheLastActivity() async {
      await #expect(processExitsWith: .success) {
        let quiet = Guarded(-20)
        await PoolMeeting(lanes: [PoolLane(.medium)]).attend(isolation: nil) {
          quiet.withLock { quiet in
            quiet += 1
            return quiet > 0 ? .quiet : .contact
          }
        }
        #expect(quiet.withLock { $0 } >= 8)
      }
    }

    /// Its next job is not awaited, because the process has computed for 100 ms since the last activity. The activity, and
    /// short jobs that follow from it, come while the threads are gathered.
    @Test(.enabled(if: PoolWidth.expected > 1)) func oneLongJobIsAwaitedWhileShortOnesRun() async {
      await #expect(processExitsWith: .success) {
        let (isRunning, isFirst) = (DispatchSemaphore(value: 0), Guarded(true))
        let (hasHopped, isOver) = (Guarded(false), Guarded(false))
        Task.detached {
          isRunning.signal()
          while !hasHopped.withLock({ $0 }) {}
          compute(milliseconds: 100)
          await Task.yield()
          while !isOver.withLock({ $0 }) {}
        }
        waitFor(isRunning)
        let meeting = PoolMeeting(lanes: [PoolLane(.medium)])
        await meeting.attend(isolation: nil) {
          let starts = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          guard starts else { return .quiet }
          Task.detached {
            for _ in 0..<8 { await Task.yield() }
            hasHopped.withLock { $0 = true }
          }
          return .contact
        }
        // A thread that computes is given up after 30 seconds.
        expectEqual(meeting.timeouts, 0)
        isOver.withLock { $0 = true }
      }
    }

    /// Dispatch may add one in a process that is pinned to some of the processors.
    @Test(.enabled(if: PoolWidth.expected > 1)) func aComputingThreadThatNoLaneExpectsIsAwaited() async {
      await #expect(processExitsWith: .success) {
        let (isRunning, isDone) = (DispatchSemaphore(value: 0), Guarded(false))
        Task.detached {
          isRunning.signal()
          compute(milliseconds: 30)
          isDone.withLock { $0 = true }
        }
        waitFor(isRunning)
        let meeting = PoolMeeting(lanes: [PoolLane(.medium, width: 1)], mayGrow: true)
        await meeting.attend(isolation: nil) { .quiet }
        #expect(isDone.withLock { $0 })
      }
    }

    /// As the exit tests of Swift Testing do, which read from a process.
    @Test func anAdvanceWaitsWhileAllThreadsAreBlocked() async {
      await #expect(processExitsWith: .success) {
        let blocker = DispatchSemaphore(value: 0)
        for _ in 0..<PoolWidth.expected { Task.detached { waitFor(blocker) } }
        DispatchQueue(label: "later").asyncAfter(deadline: .now() + 1.2) {
          for _ in 0..<PoolWidth.expected { blocker.signal() }
        }
        let timeline = Timeline()
        let log = Log<Int>()
        let task = Task {
          try await timeline.sleep(for: .seconds(1))
          log.add(1)
        }
        await timeline.advance(by: .seconds(1))
        expectEqual(log.all, [1])
        expectEqual(PoolMeeting.shared.timeouts, 0)
        task.cancel()
      }
    }

    /// The pool may have more threads than it runs jobs at once. That another one runs a job is not a return.
    @Test func aSpareThreadIsNotTakenForTheMissingOne() async {
      await #expect(processExitsWith: .success) {
        let (isBlocked, blocker) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Task.detached {
          isBlocked.signal()
          waitFor(blocker)
        }
        waitFor(isBlocked)
        // For a thread of Dispatch beside the two that Swift's pool uses here.
        let isSpare = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { isSpare.signal() }
        waitFor(isSpare)
        let start = ContinuousClock.now
        let meeting = PoolMeeting(lanes: [PoolLane(.medium)])
        for _ in 0..<20 { await meeting.attend(isolation: nil) { .quiet } }
        // A missing thread is not awaited for ten times as long as it was, so for five seconds at least.
        #expect(meeting.timeouts <= 1 + Int((ContinuousClock.now - start) / .seconds(5)))
        blocker.signal()
      }
    }

    /// It is noticed as soon as two jobs of a meeting run beside the threads that it holds.
    @Test func aThreadThatReturnsIsAwaitedAgain() async {
      await #expect(processExitsWith: .success) {
        let lane = PoolLane(.medium)
        lane.noteIncomplete(lane.width - 1, after: .seconds(1000))
        let meeting = PoolMeeting(lanes: [lane])
        while lane.expectation() < lane.width { await meeting.attend(isolation: nil) { .quiet } }
      }
    }

    /// The wait for the other threads begins when the first has arrived, not when the queue was entered.
    @Test func threadsAreAwaitedFromTheFirstArrival() async {
      await #expect(processExitsWith: .success) {
        let gathering = Gathering(PoolLane(.background, width: 1000))
        gathering.start(pass: {}) {}
        // Half a second without work is too long only after an arrival.
        while !gathering.isLate(since: .now, idle: PoolMeeting.patience, isPass: false, at: .now + .seconds(1)) {}
        let now = ContinuousClock.now
        #expect(!gathering.isLate(since: now - .seconds(100), idle: .zero, isPass: false, at: now + .seconds(1)))
        #expect(!gathering.isLate(since: now, idle: .seconds(9), isPass: false, at: now))
        #expect(gathering.isLate(since: now, idle: .zero, isPass: false, at: now + PoolMeeting.longestPatience))
        gathering.release()
      }
    }

    @Test func aBlockedMainThreadIsGivenUp() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {}
        let blocker = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { waitFor(blocker) }
        let timeline = Timeline()
        let log = Log<Int>()
        let task = Task {
          try await timeline.sleep(for: .seconds(1))
          log.add(1)
        }
        await Task.detached { await timeline.advance(by: .seconds(1)) }.value
        expectEqual(log.all, [1])
        blocker.signal()
        try? await task.value
      }
    }
  #endif

  /// As in a process with thousands of tests, whose first advance is behind all of them.
  @Test func aLongQueueIsNotGivenUp() {
    let gathering = Gathering(PoolLane(.medium, width: 4))
    let begin = ContinuousClock.now
    for isPass in [false, true] {
      #expect(!gathering.isLate(since: begin, idle: .seconds(9), isPass: isPass, at: begin + .seconds(299)))
      #expect(gathering.isLate(since: begin, idle: .seconds(10), isPass: isPass, at: begin + .seconds(20)))
      #expect(gathering.isLate(since: begin, idle: .zero, isPass: isPass, at: begin + .seconds(300)))
    }
  }

  @Test func aLaneExpectsFewerThreadsForAWhile() {
    let lane = PoolLane(.medium, width: 4)
    let start = ContinuousClock.now
    expectEqual(lane.expectation(at: start), 4)
    lane.noteIncomplete(3, after: .milliseconds(50), at: start)
    expectEqual(lane.expectation(at: start + .milliseconds(900)), 3)
    expectEqual(lane.expectation(at: start + .milliseconds(1100)), 4)
  }

  @Test func aMeetingStepCompletesOnce() {
    let count = Log<Int>()
    let step = MeetingStep([Gathering(PoolLane(.medium))], awaited: [0], isPass: false, awaitsMain: true) {
      count.add(1)
    }
    step.finish(1)
    expectEqual(step.unfinished, [0])
    step.finish(1)
    step.finish(0)
    step.finish(0)
    expectEqual(count.all, [1])
  }

  #if os(Linux)
    @Test func processorsAreCountedFromTheMask() {
      expectEqual(PoolWidth.allowed(in: "Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n"), 2)
      expectEqual(PoolWidth.allowed(in: "Cpus_allowed:\tff,ffffffff\n"), 40)
      #expect(PoolWidth.allowed(in: "Name:\tx\n") == nil)
    }
  #endif
}

/// Keeps a thread busy until the process has computed for so long.
private func compute(milliseconds: Int) {
  let span = ComputingSpan()
  while span.computed < .milliseconds(milliseconds) {}
}

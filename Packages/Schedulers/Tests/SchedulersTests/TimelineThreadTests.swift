import Foundation
import Schedulers
import Synchronization
import Testing

/// With atomics, which order nothing, so that ThreadSanitizer sees what the timeline does; they ask for the platforms named.
struct TimelineThreadTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test func schedulesAndCancelsFromManyThreadsWhileAdvancing() {
    let timeline = Timeline()
    let ran = Atomic<Int>(0)
    let cancelled = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<2_000 {
        if thread == 0 {
          timeline.advance(by: .nanoseconds(3))
          continue
        }
        let token = timeline.schedule(in: .nanoseconds(index % 7)) { ran.add(1, ordering: .relaxed) }
        if index % 3 == 0 {
          if token.isPending { cancelled.add(1, ordering: .relaxed) }
          token.cancel()
        }
      }
    }
    timeline.run()
    expectEqual(timeline.pendingCount, 0)
    #expect(ran.load(ordering: .relaxed) >= 6_000 - cancelled.load(ordering: .relaxed))
    #expect(ran.load(ordering: .relaxed) <= 6_000)
  }

  /// No lock is held while an action runs.
  @Test func otherThreadsUseTheTimelineWhileAnActionWaitsForThem() {
    let timeline = Timeline()
    let done = Log<Duration>()
    timeline.schedule(in: .seconds(1)) {
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let token = timeline.schedule(in: .seconds(1)) {}
        token.cancel()
        timeline.schedule {}
        done.add(timeline.now.offset)
      }
    }
    timeline.advance(by: .seconds(1))
    expectEqual(done.all, Array(repeating: .seconds(1), count: 4))
    expectEqual(timeline.pendingCount, 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test func theClockIsReadWhileAnotherThreadAdvances() {
    let scheduler = DispatchQueue.test
    let wentBack = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      if thread == 0 {
        for _ in 0..<2_000 { scheduler.advance(by: .nanoseconds(1)) }
        return
      }
      var last = scheduler.now
      for _ in 0..<2_000 {
        let now = scheduler.now
        if now < last { wentBack.add(1, ordering: .relaxed) }
        last = now
      }
    }
    expectEqual(wentBack.load(ordering: .relaxed), 0)
    expectEqual(scheduler.timeline.now, .init(nanoseconds: 2_000))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test func advancesByTwoThreadsAddUpAndRunOneActionAtATime() {
    let timeline = Timeline()
    let inside = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    var ticks = 0
    let timer = timeline.schedule(at: .init(nanoseconds: 1), every: .nanoseconds(1)) {
      if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
      ticks += 1
      inside.subtract(1, ordering: .relaxed)
    }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 { timeline.advance(by: .nanoseconds(2)) }
    }
    timer.cancel()
    expectEqual(ticks, 4_000)
    expectEqual(overlaps.load(ordering: .relaxed), 0)
    expectEqual(timeline.now, .init(nanoseconds: 4_000))
  }

  #if os(Linux) || os(macOS)
    /// As when an action calls `DispatchQueue.main.sync` while the main thread advances.
    @Test(.timeLimit(.minutes(10))) func aThreadThatWaitsForAnotherPrintsAWarningAfterASecond() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let timeline = Timeline("shared")
        let isReleased = DispatchSemaphore(value: 0)
        startAdvance(of: timeline) { isReleased.wait() }
        // The action ends once the warning has been printed.
        let restore = observeStandardError { isReleased.signal() }
        func advance() { timeline.advance(by: .seconds(2)) }
        advance()
        restore()
        precondition(timeline.now.offset == .seconds(4))
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("warning: shared:"))
      #expect(text.contains("has waited for a second to advance, while another thread runs an action scheduled at"))
      #expect(text.contains("TimelineThreadTests.swift:\(startLine) at 2.0 seconds"))
    }

    /// The action needs the main thread when the advance has waited for a second, longer than for tasks to settle. Then the
    /// advance runs its own action on the main queue.
    @Test(.timeLimit(.minutes(10))) func anAwaitedAdvanceBlocksNoThreadThatAnActionNeeds() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await advanceOnMainActor()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("warning: shared: a task has waited for a second to advance, while another thread runs an"))
    }
  #endif
}

@MainActor private func advanceOnMainActor() async {
  let timeline = Timeline("shared")
  let (isReleased, isServed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let wasServed = Log<Bool>()
  startAdvance(of: timeline) {
    isReleased.wait()
    DispatchQueue.main.async { isServed.signal() }
    wasServed.add(isServed.wait(timeout: .now() + 30) == .success)
  }
  timeline.schedule(at: .beginning.advanced(by: .seconds(3))) { dispatchPrecondition(condition: .onQueue(.main)) }
  let restore = observeStandardError { isReleased.signal() }
  await timeline.advance(by: .seconds(2))
  restore()
  precondition(wasServed.all == [true])
  precondition(timeline.now.offset == .seconds(4))
}

/// The line of the action that `startAdvance` schedules.
private let startLine = #line + 5

/// Advances on another thread, which is not one of the pool. Returns when the action runs.
private func startAdvance(of timeline: Timeline, _ action: @escaping @Sendable () -> Void) {
  let isRunning = DispatchSemaphore(value: 0)
  timeline.schedule(in: .seconds(2)) {
    isRunning.signal()
    action()
  }
  Thread.detachNewThread { timeline.advance(by: .seconds(2)) }
  isRunning.wait()
}

/// Calls `note` when a warning of a wait has been printed to standard error. Returns what ends this.
private func observeStandardError(_ note: @escaping @Sendable () -> Void) -> () -> Void {
  let (pipe, standardError) = (Pipe(), FileHandle(fileDescriptor: dup(2)))
  dup2(pipe.fileHandleForWriting.fileDescriptor, 2)
  Thread.detachNewThread {
    var text = ""
    while !text.contains("has waited for a second") {
      let data = pipe.fileHandleForReading.availableData
      standardError.write(data)
      text += String(decoding: data, as: UTF8.self)
    }
    note()
  }
  return { dup2(standardError.fileDescriptor, 2) }
}

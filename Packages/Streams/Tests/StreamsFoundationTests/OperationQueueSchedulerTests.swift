import Foundation
import Streams
import Testing

@Suite(.timeLimit(.minutes(10))) struct OperationQueueSchedulerTests {
  private let queue = OperationQueue()
  private let serial = OperationQueue()

  init() { serial.maxConcurrentOperationCount = 1 }

  @Test func actionsAreDoneInOrderByTheQueue() async {
    await expectOrder(on: serial) { [serial] in OperationQueue.current === serial }
  }

  @Test func anActionDoesNotRunBeforeItsTime() async {
    await expectActionsInTime(on: queue, tolerance: -1, correction: .milliseconds(1))
    expectEqual(queue.minimumTolerance, 0)
  }

  @Test func aDelayedActionIsAnOperationOfTheQueue() async {
    let log = Log()
    queue.schedule(after: queue.now.advanced(by: 3600)) { log.add("late") }
    expectEqual(queue.operationCount, 1)
    queue.cancelAllOperations()
    await queue.whenEmpty()
    expectEqual(log.entries, [])
  }

  @Test func theQueueDoesNotWaitForACancelledDelay() async {
    let sink = Just(1).delay(for: .seconds(3600), scheduler: queue).sink { _ in }
    expectEqual(queue.operationCount, 2)
    sink.cancel()
    await queue.whenEmpty()
  }

  /// Foundation must not be left with a reference to an operation that is gone.
  @Test func theDateOfCancelledActionsMayCome() async {
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    let due = queue.now.advanced(by: .milliseconds(20))
    queue.isSuspended = true
    for _ in 0..<100 { queue.schedule(after: due) { log.yield() } }
    queue.cancelAllOperations()
    queue.isSuspended = false
    await queue.whenEmpty()
    queue.schedule(after: due.advanced(by: .milliseconds(20))) { log.finish() }
    for await _ in done { Issue.record("it was cancelled") }
  }

  /// Foundation reaches for it when a barrier ends.
  @Test func delaysAmongBarriersCanBeCancelled() async {
    for _ in 0..<300 {
      let queue = OperationQueue()
      for _ in 0..<2 {
        queue.schedule(after: queue.now.advanced(by: 3600)) {}
        queue.addBarrierBlock {}
      }
      queue.cancelAllOperations()
      // Another barrier would keep what this is about.
      while queue.operationCount > 0 { await Task.yield() }
    }
  }

  @Test func cancellingTheOperationsReleasesTheAction() async {
    let (released, log) = AsyncStream.makeStream(of: Void.self)
    func schedule() {
      let token = Token { log.yield() }
      queue.schedule(after: queue.now.advanced(by: 3600)) { _ = token }
    }
    schedule()
    queue.cancelAllOperations()
    for await _ in released.prefix(1) {}
  }

  @Test func aDelayedActionDoesNotBlockTheQueue() async {
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    serial.schedule(after: serial.now.advanced(by: 3600)) {}
    serial.schedule { log.yield() }
    for await _ in done.prefix(1) {}
    serial.cancelAllOperations()
  }

  @Test func repeatsOnItsGridUntilCancelled() async {
    await expectTicksOnGrid(on: queue, correction: .milliseconds(1))
    await queue.whenEmpty()
  }

  @Test func aRepetitionNeverOverlapsItself() async {
    let (done, log) = AsyncStream.makeStream(of: Bool.self)
    let inside = Log()
    let repetition = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
      inside.add("in")
      Thread.sleep(forTimeInterval: 0.01)
      log.yield(inside.entries.count == 1)
      inside.clear()
    }
    for await isAlone in done.prefix(5) { #expect(isAlone) }
    repetition.cancel()
  }

  @Test func cancellingTheOperationsEndsARepetition() async {
    let (released, log) = AsyncStream.makeStream(of: Void.self)
    func start() -> any Cancellable {
      let token = Token { log.yield() }
      return queue.schedule(after: queue.now.advanced(by: 3600), interval: 1) { _ = token }
    }
    let repetition = start()
    queue.cancelAllOperations()
    await queue.whenEmpty()
    repetition.cancel()
    for await _ in released.prefix(1) {}
  }

  @Test func cancellingTheOperationsFromInsideEndsARepetition() async {
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    let seen = Log()
    let repetition = queue.schedule(after: queue.now, interval: 0) { [queue] in
      seen.add("done")
      queue.cancelAllOperations()
      log.yield()
    }
    for await _ in done.prefix(1) {}
    await queue.whenEmpty()
    expectEqual(seen.entries, ["done"])
    repetition.cancel()
  }

  @Test func anActionMayCancelItsRepetition() async {
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    let holder = CancellableHolder()
    serial.schedule { [serial] in
      holder.cancellable = serial.schedule(after: serial.now, interval: 0) {
        holder.cancellable?.cancel()
        log.yield()
      }
    }
    for await _ in done.prefix(1) {}
    await serial.whenEmpty()
    holder.cancellable = nil
  }

  /// Foundation must not be given an operation that is cancelled: while a barrier waits, it would hang.
  @Test func aRepetitionMayBeCancelledWhileTheNextOperationIsAdded() async {
    for round in 0..<3000 {
      let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      await withCheckedContinuation { [queue] done in
        let repetition = queue.schedule(after: queue.now, interval: 0) {
          begun.signal()
          gate.wait()
          gate.signal()
        }
        begun.wait()
        queue.addBarrierBlock { done.resume() }
        gate.signal()
        for _ in 0..<(round % 200) { _ = Date() }
        repetition.cancel()
      }
    }
  }

  @Test func actionsAreReleased() async {
    await expectReleasedActions(on: queue)
  }

  @Test func aNegativeIntervalTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = OperationQueue()
      _ = queue.schedule(after: queue.now, interval: -1) {}
    }
    #expect(text(result).contains("OperationQueue.schedule(after:interval:): the interval must not be negative"))
  }

  @Test func aDateThatIsNotANumberTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      OperationQueue().schedule(after: .init(Date(timeIntervalSinceReferenceDate: .nan))) {}
    }
    #expect(text(result).contains("OperationQueue.schedule(after:): the date is not a number"))
  }

  @Test func aRepetitionMayBeginBeforeAllTime() async {
    await expectTicks(on: queue, after: .init(Date(timeIntervalSinceReferenceDate: -.infinity)))
  }

  @Test func delayedWorkHasTheQualityOfServiceOfTheQueue() {
    queue.qualityOfService = .utility
    queue.schedule(after: queue.now.advanced(by: 3600)) {}
    expectEqual(queue.operations.map(\.qualityOfService), [.utility])
    queue.cancelAllOperations()
  }
}

extension OperationQueue {
  /// Waits until all operations that are there now are done or gone.
  func whenEmpty() async {
    await withCheckedContinuation { done in addBarrierBlock { done.resume() } }
  }
}

/// Only touched by the one queue on which the work runs, and at the end.
final class CancellableHolder: @unchecked Sendable {
  var cancellable: (any Cancellable)?
}

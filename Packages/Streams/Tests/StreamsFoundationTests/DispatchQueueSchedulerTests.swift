import Dispatch
import Streams
import Testing

@Suite(.timeLimit(.minutes(10))) struct DispatchQueueSchedulerTests {
  private let queue = DispatchQueue(label: "test")

  @Test func actionsAreDoneInOrderOnTheQueue() async {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    await expectOrder(on: queue) { DispatchQueue.getSpecific(key: key) == true }
  }

  @Test func anActionDoesNotRunBeforeItsTime() async {
    await expectActionsInTime(on: queue, tolerance: 0)
    expectEqual(queue.minimumTolerance, 0)
  }

  @Test func thePastIsAtOnceAndTheDistantFutureNever() async {
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    queue.schedule(after: queue.now.advanced(by: -1000), tolerance: 0) { log.yield() }
    queue.schedule(after: .init(.distantFuture)) { Issue.record("the distant future has come") }
    for await _ in done.prefix(1) {}
  }

  @Test func theGroupWaitsForTheWork() async {
    let group = DispatchGroup()
    let log = Log()
    let options = DispatchQueue.SchedulerOptions(qos: .userInitiated, flags: [.enforceQoS], group: group)
    queue.schedule(options: options) { log.add("soon") }
    queue.schedule(after: queue.now.advanced(by: .milliseconds(20)), tolerance: 0, options: options) { log.add("late") }
    await withCheckedContinuation { done in group.notify(queue: queue) { done.resume() } }
    expectEqual(log.entries, ["soon", "late"])
  }

  @Test func theGroupDoesNotWaitForACancelledDelay() async {
    let group = DispatchGroup()
    let options = DispatchQueue.SchedulerOptions(group: group)
    let sink = Just(1).delay(for: .seconds(3600), scheduler: queue, options: options).sink { _ in }
    expectEqual(group.wait(timeout: .now()), .timedOut)
    sink.cancel()
    expectEqual(group.wait(timeout: .now()), .success)
  }

  @Test func repeatsOnItsGridUntilCancelled() async {
    await expectTicksOnGrid(on: queue)
  }

  @Test func nothingIsDoneAfterACancelOnTheQueue() async {
    await expectNoTickAfterCancel(on: queue, interval: .milliseconds(1))
  }

  @Test func actionsAreReleased() async {
    await expectReleasedActions(on: queue)
  }
}

struct DispatchQueueTraps {
  @Test func aNegativeIntervalTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DispatchQueue.main.schedule(after: DispatchQueue.main.now, interval: -1) {}
    }
    #expect(text(result).contains("DispatchQueue.schedule(after:interval:): the interval must not be negative"))
  }

  @Test func aStrideThatIsNotANumberTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DispatchQueue.SchedulerTimeType.Stride.seconds(Double.nan)
    }
    #expect(text(result).contains("Stride.seconds(_:): not a number"))
  }
}

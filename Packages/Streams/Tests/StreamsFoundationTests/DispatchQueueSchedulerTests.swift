import Dispatch
import Streams
import Testing

@Suite(.timeLimit(.minutes(10))) struct DispatchQueueSchedulerTests {
  private let queue = DispatchQueue(label: "test")

  @Test func actionsAreDoneInOrderOnTheQueue() async {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let (done, log) = AsyncStream.makeStream(of: (Int, Bool?).self)
    for number in 1...3 { queue.schedule { log.yield((number, DispatchQueue.getSpecific(key: key))) } }
    var seen: [Int] = []
    for await (number, isOnQueue) in done.prefix(3) {
      seen.append(number)
      #expect(isOnQueue == true)
    }
    #expect(seen == [1, 2, 3])
  }

  @Test func anActionDoesNotRunBeforeItsTime() async {
    let due = queue.now.advanced(by: .milliseconds(30))
    let (done, log) = AsyncStream.makeStream(of: DispatchQueue.SchedulerTimeType.self)
    queue.schedule(after: due) { [queue] in log.yield(queue.now) }
    for await time in done.prefix(1) { #expect(time >= due) }
  }

  @Test func inThePastIsAtOnce() async {
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
    #expect(log.entries == ["soon", "late"])
  }

  @Test func theGroupDoesNotWaitForACancelledDelay() async {
    let group = DispatchGroup()
    let options = DispatchQueue.SchedulerOptions(group: group)
    let sink = Just(1).delay(for: .seconds(3600), scheduler: queue, options: options).sink { _ in }
    #expect(group.wait(timeout: .now()) == .timedOut)
    sink.cancel()
    #expect(group.wait(timeout: .now()) == .success)
  }

  @Test func repeatsOnItsGridUntilCancelled() async {
    let (done, log) = AsyncStream.makeStream(of: DispatchQueue.SchedulerTimeType.self)
    let start = queue.now.advanced(by: .milliseconds(20))
    let repetition = queue.schedule(after: start, interval: .milliseconds(15), tolerance: .milliseconds(1)) {
      [queue] in log.yield(queue.now)
    }
    var times: [DispatchQueue.SchedulerTimeType] = []
    for await time in done.prefix(3) { times.append(time) }
    repetition.cancel()
    for (index, time) in times.enumerated() { #expect(time >= start.advanced(by: .milliseconds(15 * index))) }
  }

  @Test func nothingIsDoneAfterACancelOnTheQueue() async {
    let log = Log()
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    queue.schedule { [queue] in
      let repetition = queue.schedule(after: queue.now, interval: .milliseconds(1), tolerance: 0) { log.add("tick") }
      repetition.cancel()
      queue.schedule(after: queue.now.advanced(by: .milliseconds(20))) { end.yield() }
    }
    for await _ in done.prefix(1) {}
    #expect(log.entries == [])
  }

  @Test func releasingTheResultEndsTheRepetition() async {
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    do {
      let token = Token { end.yield() }
      _ = queue.schedule(after: queue.now.advanced(by: 3600), interval: 1) { _ = token }
    }
    for await _ in done.prefix(1) {}
  }
}

@Suite struct DispatchQueueTraps {
  @Test func aNegativeIntervalTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DispatchQueue.main.schedule(after: DispatchQueue.main.now, interval: -1) {}
    }
    #expect(text(result).contains("DispatchQueue.schedule(after:interval:): the interval must not be negative"))
  }

  @Test func aStrideThatIsNotANumber() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DispatchQueue.SchedulerTimeType.Stride.seconds(Double.nan)
    }
    #expect(text(result).contains("Stride.seconds(_:): not a number"))
  }
}

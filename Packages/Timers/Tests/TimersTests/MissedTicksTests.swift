import Dispatch
import Testing
import Timers

/// What is missed means the same in virtual and in real time.
@Suite(.timeLimit(.minutes(1))) struct MissedTicksTests {
  /// A machine that sleeps from 1 s to 4.5 s: time moves, nothing runs.
  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func afterTheMachineSlept(missed: MissedTicks) {
    let scheduler = DispatchQueue.test
    var times: [Double] = []
    let timer = scheduler.timerPublisher(every: 1, missedTicks: missed)
    let ticks = timer.sink { _ in times.append(Double(scheduler.timeline.now.nanoseconds) / 1_000_000_000) }
    let connection = timer.connect()
    scheduler.advance(by: 1)
    scheduler.timeline.skip(by: .seconds(3.5))
    scheduler.advance(by: 2)
    connection.cancel()
    ticks.cancel()
    switch missed {
    case .burst: #expect(times == [1, 4.5, 4.5, 4.5, 5, 6])
    case .skip: #expect(times == [1, 4.5, 5, 6])
    case .delay: #expect(times == [1, 4.5, 5.5, 6.5])
    }
  }

  /// A real queue that its first tick keeps busy for three and a half intervals.
  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func onAQueueThatWasBusy(missed: MissedTicks) async {
    let interval = 10_000_000
    let elapsed = await nanosecondsOfTicks(every: interval, count: 8, missed: missed)
    #expect(elapsed.count == 8)
    #expect(elapsed == elapsed.sorted())
    let slots = elapsed.map { $0 / interval }
    switch missed {
    case .burst:
      // All are made up for: however late a tick is, those before it have come.
      for (index, slot) in slots.enumerated() { #expect(slot >= index + 1) }
      #expect(elapsed[1] == elapsed[3], "three ticks at once")
    case .skip: #expect(Set(slots).count == 8, "never two for one interval")
    case .delay: #expect(elapsed[2] - elapsed[1] >= interval - interval / 8, "begun anew")
    }
  }

  /// The times that the ticks tell, counted from the start of the timer. The first blocks the queue.
  private func nanosecondsOfTicks(every interval: Int, count: Int, missed: MissedTicks) async -> [Int] {
    final class Box: @unchecked Sendable {
      // Touched on the queue only.
      var times: [Int] = []
      var subscriptions: [any Cancellable] = []
    }
    let queue = DispatchQueue(label: "busy")
    let box = Box()
    return await withCheckedContinuation { done in
      queue.async {
        let start = queue.now
        func elapsed() -> Int { Int(start.distance(to: queue.now).roundedNanoseconds) }
        let timer = queue.timerPublisher(every: .nanoseconds(interval), count: count, missedTicks: missed)
        box.subscriptions.append(
          timer.sink { _ in
            done.resume(returning: box.times)
            box.subscriptions = []
          } receiveValue: { time in
            box.times.append(Int(start.distance(to: time).roundedNanoseconds))
            if box.times.count == 1 { while elapsed() < interval * 9 / 2 {} }
          })
        box.subscriptions.append(timer.connect())
      }
    }
  }
}

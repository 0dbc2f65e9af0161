import Dispatch
import Foundation
import Schedulers
import Streams
import Testing
import Timers

/// Timers on schedulers that do at once what they are given.
struct SchedulersAtOnceTests {
  @Test func anImmediateSchedulerTicksOnce() {
    var ticks = 0
    let timer = DispatchQueue.immediate.timerPublisher(every: 1).autoconnect().sink { _ in ticks += 1 }
    #expect(ticks == 1)
    timer.cancel()
  }

  @Test func aTimerOfOneTickFinishesOnAnImmediateScheduler() {
    var events: [String] = []
    let timer = Publishers.Timer(after: 1, scheduler: DispatchQueue.immediate).autoconnect()
      .sink(receiveCompletion: { events.append("\($0)") }, receiveValue: { _ in events.append("tick") })
    #expect(events == ["tick", "finished"])
    timer.cancel()
  }

  @Test func anUnimplementedSchedulerReportsAndTicks() {
    var ticks = 0
    withKnownIssue {
      DispatchQueue.unimplemented("timers").timerPublisher(every: 1).autoconnect().sink { _ in ticks += 1 }.cancel()
    }
    #expect(ticks == 1)
  }

  @Test func aConnectionThatIsCancelledWithinABurstTicksNoMore() {
    let scheduler = VirtualTimeScheduler()
    let timer = scheduler.timerPublisher(every: .seconds(1), count: 6, missedTicks: .burst)
    var ticks = 0
    var isFinished = false
    var connection: (any Cancellable)?
    let subscription = timer.sink(
      receiveCompletion: { _ in isFinished = true },
      receiveValue: { _ in
        ticks += 1
        if ticks == 2 { connection?.cancel() }
      })
    connection = timer.connect()
    scheduler.timeline.skip(by: .seconds(6))
    scheduler.run()
    #expect(ticks == 2)
    #expect(!isFinished)
    subscription.cancel()
  }

  @Test func anIntervalThatRoundsToNothingIsRefusedAtTheCall() async {
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RunLoop.test.timerPublisher(every: .init(1e-10))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#filePath):\(line): Fatal error: Publishers.Timer: the interval must be a nanosecond"))
  }

  @Test func aCountOfZeroIsRefusedAtTheCall() async {
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DispatchQueue.test.timerPublisher(every: 1, count: 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#filePath):\(line): Fatal error: Publishers.Timer: the count must be above zero"))
  }
}

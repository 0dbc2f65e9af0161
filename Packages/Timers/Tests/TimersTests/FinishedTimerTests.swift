import Dispatch
import Testing
import Timers

/// Subscribers that arrive after a timer has reached its `count`.
struct FinishedTimerTests {
  let scheduler = DispatchQueue.test

  /// The events of a subscriber: `t` for a tick, `|` for the completion.
  final class Got {
    var events = ""
    var subscription: AnyCancellable?

    init(_ publisher: some Publisher<DispatchQueue.SchedulerTimeType, Never>) {
      subscription = publisher.sink(
        receiveCompletion: { [unowned self] _ in events += "|" }, receiveValue: { [unowned self] _ in events += "t" })
    }
  }

  /// Like `share()`: the first subscriber still counts, so there is no new connection, and no endless wait.
  @Test func aLaterSubscriberOfAnAutoconnectedOneGetsTheCompletion() {
    let timer = scheduler.timerPublisher(every: 1, count: 2).autoconnect()
    let first = Got(timer)
    scheduler.run()
    let second = Got(timer)
    scheduler.run()
    #expect(first.events == "tt|")
    #expect(second.events == "|")
    #expect(scheduler.timeline.now.offset == .seconds(2))
  }

  @Test func aFinishedTimerWithoutAutoconnectCompletesLaterSubscribers() {
    let timer = Publishers.Timer(after: 1, scheduler: scheduler)
    let connection = timer.connect()
    scheduler.run()
    #expect(Got(timer).events == "|")
    connection.cancel()
    let waiting = Got(timer)
    #expect(waiting.events == "")
    let next = timer.connect()
    scheduler.run()
    #expect(waiting.events == "t|")
    next.cancel()
  }

  @Test func aSecondConnectionCountsFromZero() {
    let timer = scheduler.timerPublisher(every: 1, count: 2)
    var connections = [timer.connect()]
    scheduler.run()
    connections.append(timer.connect())
    let got = Got(timer)
    // The first connection is over: cancelling it stops nothing.
    connections[0].cancel()
    scheduler.run()
    #expect(got.events == "tt|")
    connections[1].cancel()
  }

  @Test func cancellingInTheLastTickAllowsANewStart() {
    let timer = scheduler.timerPublisher(every: 1, count: 2).autoconnect()
    for _ in 0..<2 {
      let got = Got(timer.prefix(2))
      scheduler.run()
      #expect(got.events == "tt|")
    }
    #expect(scheduler.timeline.now.offset == .seconds(4))
  }

  @Test func aSubscriberThatCancelsOnSubscriptionGetsNothing() {
    final class Leaving: Subscriber {
      var isFinished = false
      func receive(subscription: any Subscription) { subscription.cancel() }
      func receive(_: DispatchQueue.SchedulerTimeType) -> Subscribers.Demand { .none }
      func receive(completion _: Subscribers.Completion<Never>) { isFinished = true }
    }
    let timer = Publishers.Timer(after: 1, scheduler: scheduler)
    let connection = timer.connect()
    scheduler.run()
    let leaving = Leaving()
    timer.subscribe(leaving)
    #expect(!leaving.isFinished)
    connection.cancel()
  }
}

import Dispatch
import Foundation
import Schedulers
import Streams
import Testing
import Timers

struct TimerPublisherTests {
  let scheduler = DispatchQueue.test

  /// Takes what it asks for.
  final class Recorder<Input>: Subscriber {
    var values: [Input] = []
    var isFinished = false
    var subscription: (any Subscription)?
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Input) -> Subscribers.Demand {
      values.append(input)
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
  }

  @Test func aThousandSecondsAreAThousandTicks() {
    var output: [Int] = []
    var cancellables: Set<AnyCancellable> = []
    Publishers.Timer(every: 1, scheduler: scheduler)
      .autoconnect()
      .sink { _ in output.append(output.count) }
      .store(in: &cancellables)
    #expect(output == [])
    scheduler.advance(by: 1)
    #expect(output == [0])
    scheduler.advance(by: 1)
    #expect(output == [0, 1])
    scheduler.advance(by: 1_000)
    #expect(output == Array(0...1_001))
    cancellables = []
    #expect(scheduler.timeline.pendingCount == 0)
  }

  @Test func sendsTheCurrentTime() {
    var times: [UInt64] = []
    let timer = scheduler.timerPublisher(every: .milliseconds(100)).ticking {
      times.append($0.dispatchTime.uptimeNanoseconds)
    }
    scheduler.advance(by: 0.3)
    timer.cancel()
    #expect(times == [100_000_001, 200_000_001, 300_000_001])
  }

  /// The trap numbered 9: demand was summed, one subscriber's cancel stopped all, and it could not connect again.
  @Test func everySubscriberHasItsOwnDemand() {
    let timer = scheduler.timerPublisher(every: 1)
    let a = Recorder<DispatchQueue.SchedulerTimeType>()
    let b = Recorder<DispatchQueue.SchedulerTimeType>()
    timer.subscribe(a)
    timer.subscribe(b)
    let connection = timer.connect()
    a.subscription?.request(.max(2))
    scheduler.advance(by: 3)
    #expect(a.values.count == 2)
    #expect(b.values.isEmpty)
    b.subscription?.request(.unlimited)
    a.subscription?.request(.max(1))
    scheduler.advance(by: 3)
    #expect(a.values.count == 3)
    #expect(b.values.count == 3)
    a.subscription?.cancel()
    scheduler.advance(by: 1)
    #expect(b.values.count == 4)
    connection.cancel()
    scheduler.advance(by: 5)
    #expect(b.values.count == 4)
    #expect(!b.isFinished)
  }

  @Test func aSecondConnectionTicksAgain() {
    let timer = scheduler.timerPublisher(every: 1)
    var ticks = 0
    let sink = timer.sink { _ in ticks += 1 }
    let first = timer.connect()
    scheduler.advance(by: 1.5)
    first.cancel()
    first.cancel()
    scheduler.advance(by: 5)
    #expect(ticks == 1)
    let second = timer.connect()
    first.cancel()
    scheduler.advance(by: 0.9)
    #expect(ticks == 1)
    scheduler.advance(by: 0.1)
    #expect(ticks == 2)
    second.cancel()
    sink.cancel()
  }

  @Test func connectingTwiceTicksOnce() {
    let timer = scheduler.timerPublisher(every: 1)
    var ticks = 0
    let sink = timer.sink { _ in ticks += 1 }
    let connections = [timer.connect(), timer.connect()]
    scheduler.advance(by: 2)
    #expect(ticks == 2)
    connections[0].cancel()
    scheduler.advance(by: 2)
    #expect(ticks == 2)
    sink.cancel()
  }

  @Test func ticksOnceAndFinishes() {
    let recorder = Recorder<DispatchQueue.SchedulerTimeType>()
    let timer = Publishers.Timer(after: 3, scheduler: scheduler)
    timer.subscribe(recorder)
    recorder.subscription?.request(.unlimited)
    _ = timer.connect()
    scheduler.run()
    #expect(recorder.values == [scheduler.now])
    #expect(recorder.isFinished)
    #expect(scheduler.timeline.now.offset == .seconds(3))
  }

  @Test func startsLaterAndCounts() {
    var times: [Duration] = []
    var isFinished = false
    let sink = scheduler.timerPublisher(every: 1, startingAfter: 0.25, count: 3).ticking { _ in
      isFinished = true
    } receiveValue: { _ in
      times.append(scheduler.timeline.now.offset)
    }
    scheduler.run()
    #expect(times == [.seconds(0.25), .seconds(1.25), .seconds(2.25)])
    #expect(isFinished)
    sink.cancel()
  }

  @Test(arguments: [MissedTicks.burst, .skip, .delay])
  func ticksThatAreMissedComeAsChosen(missed: MissedTicks) {
    let virtual = VirtualTimeScheduler()
    var times: [Double] = []
    let sink = virtual.timerPublisher(every: 1, missedTicks: missed).ticking {
      times.append($0.timeIntervalSinceReferenceTime)
    }
    virtual.advanceTime(by: 1)
    virtual.advanceTime(by: 3.5)
    for _ in 0..<20 { virtual.advanceTime(by: 0.1) }
    sink.cancel()
    switch missed {
    case .burst: #expect(times == [1, 4.5, 4.5, 4.5, 5, 6])
    case .skip: #expect(times == [1, 4.5, 5, 6])
    case .delay: #expect(times == [1, 4.5, 5.5, 6.5])
    }
  }

  @Test func aSubscriberMayCancelEverythingFromATick() {
    let timer = scheduler.timerPublisher(every: 1)
    var seen: [String] = []
    var connection: (any Cancellable)?
    var b: AnyCancellable?
    let a = timer.sink { _ in
      seen.append("a")
      b?.cancel()
      connection?.cancel()
    }
    b = timer.sink { _ in seen.append("b") }
    connection = timer.connect()
    scheduler.advance(by: 3)
    #expect(seen == ["a"])
    a.cancel()
  }

  @Test func aCancelledTimerReleasesItsSubscriber() {
    final class Held {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      let sink = scheduler.timerPublisher(every: 1).ticking { _ in withExtendedLifetime(object) {} }
      scheduler.advance(by: 1)
      sink.cancel()
    }
    #expect(held == nil)
    #expect(scheduler.timeline.pendingCount == 0)
  }

  @Test func aPendingTimerHasItsPlaceAndName() {
    let line: UInt = #line + 1
    let sink = scheduler.timerPublisher(every: 1).ticking { _ in }
    #expect(scheduler.timeline.pending.map(\.place?.line) == [line])
    #expect(scheduler.timeline.pending.map(\.name) == ["Publishers.Timer"])
    sink.cancel()
  }

  @Test func ticksOnRealQueues() async {
    let queue = DispatchQueue(label: "real")
    let start = queue.now
    let times = await withCheckedContinuation { done in
      final class Box: @unchecked Sendable {
        var times: [DispatchQueue.SchedulerTimeType] = []
        var sink: AnyCancellable?
      }
      let box = Box()
      queue.async {
        box.sink = queue.timerPublisher(every: .milliseconds(1), count: 50).ticking { _ in
          done.resume(returning: box.times)
          box.sink = nil
        } receiveValue: {
          box.times.append($0)
        }
      }
    }
    #expect(times.count == 50)
    #expect(times == times.sorted())
    #expect(start.distance(to: times[49]) >= .milliseconds(50))
  }

  @Test func itsValuesAreASequence() async {
    let log = Collected()
    await withVirtualTime(on: scheduler.timeline) {
      let task = scheduler.timeline.task { [scheduler] in
        let timer = scheduler.timerPublisher(every: 1, count: 3).autoconnect()
        for await time in timer.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).values {
          await log.add(time)
        }
      }
      await scheduler.advance(by: 5)
      try? await task.value
    }
    #expect(await log.times.map(\.dispatchTime.uptimeNanoseconds) == [1_000_000_001, 2_000_000_001, 3_000_000_001])
    #expect(scheduler.timeline.pendingCount == 0)
  }

  actor Collected {
    var times: [DispatchQueue.SchedulerTimeType] = []
    func add(_ time: DispatchQueue.SchedulerTimeType) { times.append(time) }
  }
}

extension Publishers.Timer {
  /// A subscriber that takes everything, and a connection, until the result is cancelled.
  fileprivate func ticking(
    receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void = { _ in },
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let ticks = sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    let connection = connect()
    return AnyCancellable {
      connection.cancel()
      ticks.cancel()
    }
  }
}

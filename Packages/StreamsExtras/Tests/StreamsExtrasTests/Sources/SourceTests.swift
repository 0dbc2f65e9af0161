import StreamsExtras
import StreamsTesting
import Testing

struct SourceTests {
  let time = VirtualTimeScheduler()

  @Test func createKeepsWhatIsNotRequested() {
    var demands: [Subscribers.Demand] = []
    var cancels = 0
    let source = AnyPublisher<Int, Never>.create { subscriber in
      for value in 1...4 {
        demands.append(subscriber.demand)
        subscriber.send(value)
      }
      subscriber.send(completion: .finished)
      subscriber.send(9)
      return AnyCancellable { cancels += 1 }
    }
    var events: [String] = []
    var subscription: (any Subscription)?
    source.subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscription = $0
          $0.request(.max(2))
        },
        receiveValue: {
          events.append("\($0)")
          return .none
        }, receiveCompletion: { _ in events.append("end") }))
    expectEqual(demands, [.max(2), .max(1), .none, .none])
    expectEqual(events, ["1", "2"])
    expectEqual(cancels, 1, "the stream is over for the one who sends")
    subscription?.request(.unlimited)
    expectEqual(events, ["1", "2", "3", "4", "end"])
    expectEqual(cancels, 1)
  }

  @Test func cancellingEndsCreateOnce() {
    var cancels = 0
    var kept: Publishers.Create<Int, Never>.Sender?
    let source = AnyPublisher<Int, Never>.create { subscriber in
      kept = subscriber
      return AnyCancellable { cancels += 1 }
    }
    var sent: [Int] = []
    let sink = source.sink { sent.append($0) }
    kept?.send(1)
    sink.cancel()
    kept?.send(2)
    expectEqual(sent, [1])
    expectEqual(cancels, 1)
    expectEqual(kept?.demand, Subscribers.Demand.none)
  }

  @Test func createIsNotCalledForASubscriberThatHasCancelled() {
    var calls = 0
    let source = AnyPublisher<Int, Never>.create { _ in
      calls += 1
      return AnyCancellable {}
    }
    source.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))
    expectEqual(calls, 0)
  }

  @Test func intervalCountsFromZero() {
    let ticks = Publishers.interval(.milliseconds(2), scheduler: time).map { "\($0)" }
    time.expect(ticks.prefix(3), toEqual: "--0-1-(2|)")
  }

  @Test func intervalDropsTicksThatAreNotWanted() {
    var sent: [Int] = []
    var subscription: (any Subscription)?
    Publishers.interval(.seconds(1), scheduler: time).subscribe(
      AnySubscriber(
        receiveSubscription: { subscription = $0 },
        receiveValue: {
          sent.append($0)
          return .none
        }))
    time.timeline.advance(by: .seconds(2))
    subscription?.request(.max(1))
    time.timeline.advance(by: .seconds(3))
    expectEqual(sent, [2])
    subscription?.cancel()
    #expect(time.timeline.pending.isEmpty)
  }

  @Test func usingReleasesOnce() {
    var log: [String] = []
    let source = Publishers.using({ "resource" }, release: { log.append("released \($0)") }) { resource in
      [resource.count].publisher
    }
    _ = source.sink(receiveCompletion: { _ in log.append("end") }) { log.append("\($0)") }
    expectEqual(log, ["8", "released resource", "end"])
    log = []
    let endless = Publishers.using({ 1 }, release: { log.append("released \($0)") }) {
      Just($0).append(Empty(completeImmediately: false))
    }
    endless.sink { log.append("\($0)") }.cancel()
    expectEqual(log, ["1", "released 1"])
  }

  @Test func usingSendsNothingAfterItsReleaseCancelsTheStream() {
    var log: [String] = []
    var subscription: (any Subscription)?
    let source = Publishers.using({ 1 }, release: { _ in subscription?.cancel() }) { Just($0) }
    source.subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscription = $0
          $0.request(.unlimited)
        },
        receiveValue: { _ in
          log.append("value")
          return .none
        }, receiveCompletion: { _ in log.append("end") }))
    expectEqual(log, ["value"])
  }

  @Test func usingReleasesAfterThePublisherIsCancelled() {
    var log: [String] = []
    let source = Publishers.using({ 1 }, release: { _ in log.append("released") }) { _ in
      Empty<Int, Never>(completeImmediately: false).handleEvents(receiveCancel: { log.append("cancelled") })
    }
    source.sink { _ in }.cancel()
    expectEqual(log, ["cancelled", "released"])
  }

  @Test func usingDoesNotReleaseWhileItsPublisherMayStillUseTheResource() {
    var log: [String] = []
    let source = Publishers.using({ 1 }, release: { _ in log.append("released") }) { value in
      Deferred {
        log.append("used")
        return Just(value)
      }.subscribe(on: time).handleEvents(receiveCancel: { log.append("cancelled") })
    }
    var subscription: (any Subscription)?
    source.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }, receiveValue: { _ in .none }))
    subscription?.cancel()
    time.timeline.advance(by: .seconds(1))
    expectEqual(log, ["used", "cancelled", "released"])
  }

  @Test func usingReleasesAfterItsPublisherIsCreated() {
    var log: [String] = []
    var subscription: (any Subscription)?
    let source = Publishers.using({ 1 }, release: { _ in log.append("released") }) { value in
      subscription?.cancel()
      log.append("created")
      return Just(value)
    }
    source.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }, receiveValue: { _ in .none }))
    expectEqual(log, ["created", "released"])
  }

  @Test func usingReleasesAtTheEndOfAPublisherThatSendsNoSubscription() {
    final class Silent: Publisher {
      var finish: (() -> Void)?
      func receive(subscriber: some Subscriber<Int, Never>) {
        finish = { subscriber.receive(completion: .finished) }
      }
      typealias Output = Int
      typealias Failure = Never
    }
    let silent = Silent()
    var released = 0
    Publishers.using({ 1 }, release: { _ in released += 1 }) { _ in silent }.sink { _ in }.cancel()
    expectEqual(released, 0)
    silent.finish?()
    expectEqual(released, 1)
  }

  @Test func usingReleasesWhenItIsReleasedWithoutAnEnd() {
    var released = 0
    Publishers.using({ 1 }, release: { _ in released += 1 }) { _ in Empty<Int, Never>(completeImmediately: false) }
      .subscribe(AnySubscriber(receiveSubscription: { $0.request(.unlimited) }))
    expectEqual(released, 1)
  }

  @Test func rangeAndRepeatElementSendAsManyAsAsked() {
    time.expect(Publishers.range(start: 3, count: 2).map { "\($0)" }, toEqual: "(34|)")
    time.expect(Publishers.range(start: 3, count: 0).map { "\($0)" }, toEqual: "|")
    time.expect(Publishers.repeatElement("x").prefix(3), toEqual: "(xxx|)")
    time.expect(Publishers.repeatElement("x", count: 2), toEqual: "(xx|)")
  }

  @Test func anEndlessSourceIsTransformedOnDemand() {
    var calls = 0
    let doubles = Publishers.range(start: 0, count: .max).map { number in
      calls += 1
      return number * 2
    }
    expectEqual(calls, 0)
    var sent: [Int] = []
    _ = doubles.prefix(2).sink { sent.append($0) }
    expectEqual(sent, [0, 2])
    expectEqual(calls, 2)

    var page = 0
    let pages = Publishers.repeatElement(())
      .map { _ in
        page += 1
        return Just(page < 4 ? "page \(page)" : "")
      }
      .flatMap(maxPublishers: .max(1)) { $0 }.prefix { !$0.isEmpty }
    expectEqual(page, 0)
    var read: [String] = []
    _ = pages.sink { read.append($0) }
    expectEqual(read, ["page 1", "page 2", "page 3"])
  }
}

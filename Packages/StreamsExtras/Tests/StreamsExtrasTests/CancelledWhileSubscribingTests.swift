import StreamsExtras
import Testing

/// A closure that runs while a stream is subscribed to cancels it. The publisher that comes then is not subscribed to, or is
/// cancelled at once, and nothing is sent or held.
struct CancelledWhileSubscribingTests {
  @Test(arguments: operators.map(\.name), [false, true])
  func thePublisherThatComesThenIsCancelled(_ name: String, cancelsBySubscription: Bool) throws {
    let row = try #require(operators.first { $0.name == name })
    let inner = Counting()
    let counter = Counter()
    var (calls, events) = (0, 0)
    var subscription: (any Subscription)?
    do {
      let token = Token(counter, 1)
      let sink = Subscribers.Sink<Int, Never>(
        receiveCompletion: { _ in events += token.number }, receiveValue: { _ in events += token.number })
      let watched = row.make(inner) {
        calls += 1
        if cancelsBySubscription, let subscription { subscription.cancel() } else { sink.cancel() }
      }.handleEvents(receiveSubscription: { subscription = $0 })
      watched.subscribe(sink)
    }
    expectEqual(calls, 1)
    inner.subject.send(1)
    inner.subject.send(completion: .finished)
    expectEqual(events, 0)
    expectEqual(inner.running, 0)
    if !cancelsBySubscription { expectEqual(counter.count, 0) }
  }

  @Test func usingCreatesNoPublisherAfterACancellation() {
    var log: [String] = []
    var subscription: (any Subscription)?
    Publishers.using {
      subscription?.cancel()
      log.append("created")
    } release: {
      log.append("released")
    } _: {
      log.append("used")
      return Just(1)
    }.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }))
    expectEqual(log, ["created", "released"])
  }

  @Test func aRetryCallsNothingAfterACancellation() {
    nonisolated(unsafe) var waits = 0
    let backoff = Backoff { _ in
      waits += 1
      return .zero
    }
    var subscription: (any Subscription)?
    Fail<Int, CancellationError>(error: CancellationError())
      .retry(delay: backoff, scheduler: ImmediateScheduler.shared) { _ in
        subscription?.cancel()
        return true
      }.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }))
    expectEqual(waits, 0)
  }
}

/// Counts the subscriptions to a subject.
private final class Counting: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let subject = PassthroughSubject<Int, Never>()
  /// How many subscriptions have not been cancelled.
  private(set) var running = 0

  func receive<S: Subscriber<Int, Never>>(subscriber: S) {
    running += 1
    subject.handleEvents(receiveCancel: { self.running -= 1 }).subscribe(subscriber)
  }
}

private struct Operator {
  let name: String
  /// Makes a publisher from one that comes, and a closure to call before.
  let make: (Counting, @escaping () -> Void) -> AnyPublisher<Int, Never>

  init<P: Publisher<Int, Never>>(_ name: String, _ make: @escaping (Counting, @escaping () -> Void) -> P) {
    self.name = name
    self.make = { make($0, $1).eraseToAnyPublisher() }
  }
}

private func after<P>(_ call: () -> Void, _ publisher: P) -> P {
  call()
  return publisher
}

nonisolated(unsafe) private let operators: [Operator] = [
  Operator("using") { inner, cancel in Publishers.using(cancel, release: {}) { inner } },
  Operator("using, while its publisher is made") { inner, cancel in
    Publishers.using({}, release: {}) { after(cancel, inner) }
  },
  Operator("using a lazy publisher") { inner, cancel in
    Publishers.using({}, release: {}) { Deferred { after(cancel, inner) } }
  },
  Operator("create") { inner, cancel in
    AnyPublisher<Int, Never>.create { sender in after(cancel, inner).sink { sender.send($0) } }
  },
  Operator("repeat") { inner, cancel in Deferred { after(cancel, inner) }.repeat(2) },
  Operator("retry") { inner, cancel in
    Deferred { after(cancel, inner) }.retry(2, delay: .none, scheduler: ImmediateScheduler.shared)
  },
  Operator("retryWhen") { inner, cancel in
    inner.retryWhen { _ in after(cancel, Empty<Int, Never>(completeImmediately: false)) }
  },
  Operator("the trigger of retryWhen") { inner, cancel in
    Empty<Int, Never>(completeImmediately: false).retryWhen { _ in after(cancel, inner) }
  },
  Operator("flatMapFirst") { inner, cancel in Just(1).flatMapFirst { _ in after(cancel, inner) } },
  Operator("flatMapFirst, lazily") { inner, cancel in Just(1).flatMapFirst { _ in Deferred { after(cancel, inner) } } },
  Operator("flatMapLatest") { inner, cancel in Just(1).flatMapLatest { _ in after(cancel, inner) } },
  Operator("concatMap") { inner, cancel in Just(1).concatMap { _ in after(cancel, inner) } },
  Operator("startWith") { inner, cancel in Deferred { after(cancel, inner) }.startWith() },
  Operator("withLatestFrom") { inner, cancel in
    Empty<Int, Never>(completeImmediately: false).withLatestFrom(Deferred { after(cancel, inner) })
  },
  Operator("withLatestFrom, of a lazy one") { inner, cancel in Deferred { after(cancel, inner) }.withLatestFrom(Just(1))
  },
  Operator("sample") { inner, cancel in
    Empty<Int, Never>(completeImmediately: false).sample(Deferred { after(cancel, inner) })
  },
  Operator("amb") { inner, cancel in Deferred { after(cancel, inner) }.amb(Empty(completeImmediately: false)) },
  Operator("groupBy") { inner, cancel in Deferred { after(cancel, inner) }.groupBy { $0 }.flatMap { $0 } },
  Operator("window") { inner, cancel in Deferred { after(cancel, inner) }.window(count: 2).flatMap { $0 } },
  Operator("share(replay:)") { inner, cancel in
    Deferred { after(cancel, inner) }.share(replay: 1, scope: .whileConnected)
  },
]

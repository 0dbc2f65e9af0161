import Streams
import Testing

/// A closure that runs while a stream is subscribed to cancels it. The publisher that comes then is not subscribed to, or is
/// cancelled at once, and nothing is sent or held.
struct CancelledWhileSubscribingTests {
  @Test(arguments: lazyOperators.map(\.name), [false, true])
  func thePublisherThatComesThenIsCancelled(_ name: String, sendsSubscription: Bool) throws {
    let row = try #require(lazyOperators.first { $0.name == name })
    for isSink in [false, true] {
      let comment = isSink ? "sink" : "custom subscriber"
      let canary = Canary()
      let inner = Inner(sendsSubscription: sendsSubscription)
      let events = Guarded(0)
      var calls = 0
      let subscriber = LateCanceller(canary.token()) { events.with { $0 += 1 } }
      do {
        let token = canary.token()
        let sink = Subscribers.Sink<Int, TestError>(
          receiveCompletion: { _ in events.with { $0 += 1 } },
          receiveValue: { _ in
            token.touch()
            events.with { $0 += 1 }
          })
        let cancel = {
          calls += 1
          if isSink { sink.cancel() } else { subscriber.cancel() }
        }
        if isSink { row.attach(sink, inner, cancel) } else { row.attach(subscriber, inner, cancel) }
      }
      expectEqual(calls, 1, comment)
      #expect(!sendsSubscription || inner.subscriberCount == 0 || inner.isCancelled, "\(comment)")
      let before = events.value
      inner.send(1)
      inner.finish()
      expectEqual(events.value, before, comment)
      expectEqual(before, row.valuesBefore, comment)
      // That of the custom subscriber remains.
      if isSink { expectEqual(canary.alive, 1, comment) }
    }
  }
}

private typealias Inner = ManualPublisher<Int, TestError>

/// Can be cancelled before it receives its subscription.
private final class LateCanceller: Subscriber {
  private let token: Canary.Token
  private let onEvent: () -> Void
  private var subscription: (any Subscription)?
  private var isCancelled = false

  init(_ token: Canary.Token, onEvent: @escaping () -> Void) { (self.token, self.onEvent) = (token, onEvent) }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if isCancelled { subscription.cancel() } else { subscription.request(.unlimited) }
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    if !isCancelled { onEvent() }
    return .none
  }

  func receive(completion: Subscribers.Completion<TestError>) { if !isCancelled { onEvent() } }

  func cancel() {
    isCancelled = true
    subscription?.cancel()
  }
}

private struct LazyOperator {
  let name: String
  /// How many values are sent before the closure is called.
  let valuesBefore: Int
  let attach: (any Subscriber<Int, TestError>, Inner, @escaping () -> Void) -> Void

  /// - Parameter make: Makes a publisher from one that comes, and a closure to call before.
  init<P: Publisher<Int, TestError>>(
    _ name: String, valuesBefore: Int = 0, _ make: @escaping (Inner, @escaping () -> Void) -> P
  ) {
    self.name = name
    self.valuesBefore = valuesBefore
    attach = { subscriber, inner, cancel in
      func attach(_ subscriber: some Subscriber<Int, TestError>) { make(inner, cancel).subscribe(subscriber) }
      attach(subscriber)
    }
  }
}

private func lazily<P: Publisher>(_ publisher: P, _ cancel: @escaping () -> Void) -> Deferred<P> {
  Deferred {
    cancel()
    return publisher
  }
}

private let never = Empty<Int, TestError>(completeImmediately: false)
private var one: Result<Int, TestError>.Publisher { Just(1).setFailureType(to: TestError.self) }
private let failing = Fail<Int, TestError>(error: TestError())

nonisolated(unsafe) private let lazyOperators = sources + joins

nonisolated(unsafe) private let sources: [LazyOperator] = [
  LazyOperator("Deferred") { lazily($0, $1) },
  LazyOperator("Deferred, erased") { lazily($0, $1).eraseToAnyPublisher() },
  LazyOperator("Deferred, mapped") { lazily($0, $1).map { $0 + 1 } },
  LazyOperator("Deferred, tried") { lazily($0, $1).tryMap { $0 + 1 }.mapError { _ in TestError() } },
  LazyOperator("Deferred, reduced") { lazily($0, $1).reduce(0, +) },
  LazyOperator("Deferred, dropped") { lazily($0, $1).dropFirst(0) },
  LazyOperator("Deferred, buffered") { lazily($0, $1).buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest) },
  LazyOperator("Deferred, timed") { lazily($0, $1).measureInterval(using: Timeless()).map { _ in 1 } },
  LazyOperator("Deferred, received") { lazily($0, $1).receive(on: ImmediateScheduler.shared) },
  LazyOperator("Deferred, subscribed") { lazily($0, $1).subscribe(on: ImmediateScheduler.shared) },
  LazyOperator("Deferred, shared") { lazily($0, $1).share() },
  LazyOperator("multicast") { inner, cancel in
    inner.multicast {
      cancel()
      return PassthroughSubject<Int, TestError>()
    }.autoconnect()
  },
  LazyOperator("handleEvents(receiveSubscription:)") { inner, cancel in
    inner.prepend(never.prefix(0)).handleEvents(receiveSubscription: { _ in cancel() })
  },
  LazyOperator("handleEvents(receiveRequest:)") { inner, cancel in
    inner.prepend(never.prefix(0)).handleEvents(receiveRequest: { _ in cancel() })
  },
]

nonisolated(unsafe) private let joins: [LazyOperator] = [
  LazyOperator("append", valuesBefore: 1) { one.append(lazily($0, $1)) },
  LazyOperator("prepend") { $0.prepend(lazily(one, $1)) },
  LazyOperator("prepend of an empty one") { $0.prepend(lazily(never.prefix(0), $1)) },
  LazyOperator("catch") { inner, cancel in
    failing.catch { _ in
      cancel()
      return inner
    }
  },
  LazyOperator("catch, lazily") { inner, cancel in failing.catch { _ in lazily(inner, cancel) } },
  LazyOperator("tryCatch") { inner, cancel in
    failing.tryCatch { _ in
      cancel()
      return inner
    }.mapError { _ in TestError() }
  },
  LazyOperator("tryCatch that throws") { inner, cancel in
    failing.tryCatch { _ -> Inner in
      cancel()
      throw TestError()
    }.mapError { _ in TestError() }
  },
  LazyOperator("retry") { inner, cancel in
    var isFirst = true
    return Deferred { () -> AnyPublisher<Int, TestError> in
      defer { isFirst = false }
      if isFirst { return failing.eraseToAnyPublisher() }
      cancel()
      return inner.eraseToAnyPublisher()
    }.retry(1)
  },
  LazyOperator("flatMap") { inner, cancel in
    one.flatMap { _ in
      cancel()
      return inner
    }
  },
  LazyOperator("flatMap, lazily") { inner, cancel in one.flatMap { _ in lazily(inner, cancel) } },
  LazyOperator("flatMap of a lazy upstream") { inner, cancel in lazily(inner, cancel).flatMap { Just($0) } },
  LazyOperator("switchToLatest") { inner, cancel in
    one.map { _ in
      cancel()
      return inner
    }.switchToLatest()
  },
  LazyOperator("switchToLatest, lazily") { inner, cancel in one.map { _ in lazily(inner, cancel) }.switchToLatest() },
  LazyOperator("merge") { lazily($0, $1).merge(with: never) },
  LazyOperator("zip") { lazily($0, $1).zip(never, +) },
  LazyOperator("combineLatest") { lazily($0, $1).combineLatest(never, +) },
  LazyOperator("prefix(untilOutputFrom:)") { never.prefix(untilOutputFrom: lazily($0, $1)) },
  LazyOperator("prefix(untilOutputFrom:) of a lazy one") { lazily($0, $1).prefix(untilOutputFrom: never) },
  LazyOperator("drop(untilOutputFrom:)") { never.drop(untilOutputFrom: lazily($0, $1)) },
  LazyOperator("drop(untilOutputFrom:) of a lazy one") { lazily($0, $1).drop(untilOutputFrom: never) },
]

import StreamsExtras
import Testing

/// Upstreams that break rules, and upstreams that are not needed.
struct UpstreamTests {
  private typealias Make = (NaiveSource<Int, Never>) -> AnyPublisher<Int, Never>

  @Test func valuesWithoutASubscriptionArrive() {
    let operators: [Make] = [
      { $0.withLatestFrom(Just(0)) { value, _ in value }.eraseToAnyPublisher() },
      { $0.amb(Empty(completeImmediately: false)).eraseToAnyPublisher() },
      { $0.flatMapFirst { Just($0) }.eraseToAnyPublisher() },
      { $0.share(replay: 1).eraseToAnyPublisher() },
      { [$0].zip().map { $0[0] }.eraseToAnyPublisher() },
      { [$0].combineLatest().map { $0[0] }.eraseToAnyPublisher() },
      { $0.repeat(1).eraseToAnyPublisher() },
      { $0.retry(1, delay: .none, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() },
      { $0.groupBy { $0 }.flatMap { $0 }.eraseToAnyPublisher() },
      { $0.window(count: 1).flatMap { $0 }.eraseToAnyPublisher() },
    ]
    for make in operators {
      let naive = NaiveSource<Int, Never>(sendsSubscription: false)
      var log: [String] = []
      let sink = make(naive).sink { _ in
        log.append("end")
      } receiveValue: {
        log.append("\($0)")
      }
      naive.send(1)
      naive.send(completion: .finished)
      expectEqual(log, ["1", "end"])
      withExtendedLifetime(sink) {}
    }
  }

  @Test func aSubscriberThatCancelsItsSubscriptionSubscribesToNothing() {
    var subscriptions = 0
    let source = Deferred { () -> Just<Int> in
      subscriptions += 1
      return Just(1)
    }
    func check<P: Publisher>(_ publisher: P) where P.Failure == Never {
      publisher.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))
      expectEqual(subscriptions, 0)
    }
    check(source.withLatestFrom(source))
    check(source.sample(source))
    check([source, source].amb())
    check(source.flatMapFirst { Just($0) })
    check(source.window(count: 2))
    check(source.groupBy { $0 })
    check(source.share(replay: 1))
    check(source.map(maxTasks: 1) { $0 })
    check(source.repeat(2))
  }

  @Test func aPublisherCanKeepItsSubscribersByTheirIdentifiers() {
    /// Completes each subscriber, then forgets it.
    final class Register: Publisher {
      typealias Output = Int
      typealias Failure = Never
      var subscribers: [CombineIdentifier: AnySubscriber<Int, Never>] = [:]

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subscribers[subscriber.combineIdentifier] = AnySubscriber(subscriber)
        subscriber.receive(subscription: Subscriptions.empty)
      }

      func finish() {
        for (identifier, subscriber) in subscribers {
          subscriber.receive(completion: .finished)
          subscribers[identifier] = nil
        }
      }
    }

    let register = Register()
    let sink = register.repeat().sink { _ in }
    for _ in 0..<3 {
      register.finish()
      expectEqual(register.subscribers.count, 1)
    }
    withExtendedLifetime(sink) {}
  }

  /// These are Combine's operators, which subscribe before they send their subscription.
  @Test func aSubscriberThatCancelsItsSubscriptionCancelsAllOfACollection() {
    var cancelled = 0
    var requests = 0
    let source = Empty<Int, Never>(completeImmediately: false)
      .handleEvents(receiveCancel: { cancelled += 1 }, receiveRequest: { _ in requests += 1 })
    func check<P: Publisher>(_ publisher: P, of count: Int) where P.Failure == Never {
      publisher.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))
      expectEqual(cancelled, count)
      expectEqual(requests, 0)
      cancelled = 0
    }
    for count in 1...9 {
      let sources = Array(repeating: source, count: count)
      check(sources.zip(), of: count)
      check(sources.combineLatest(), of: count)
    }
  }

  /// Operators that are closures of `scan`, `map` or `filter` keep their state, as these do.
  @Test func anUpstreamThatKeepsItsSubscriberKeepsNoValues() {
    let tokens = Counter()
    let silent = Empty<Token, Never>(completeImmediately: false).eraseToAnyPublisher()
    func check<P: Publisher>(_ name: String, _ make: (AnyPublisher<Token, Never>) -> P) where P.Failure == Never {
      for ends in [false, true] {
        let naive = NaiveSource<Token, Never>()
        let sink = make(naive.eraseToAnyPublisher()).sink { _ in }
        for _ in 0..<3 { naive.send(Token(tokens)) }
        if ends { naive.send(completion: .finished) }
        sink.cancel()
        naive.send(Token(tokens))
        expectEqual(tokens.count, 0, "\(name), ends: \(ends)")
      }
    }
    check("zip") { [$0, silent].zip() }
    check("combineLatest") { [$0, silent].combineLatest() }
    check("combineLatest of five") { [$0, silent, $0, silent, silent].combineLatest() }
    check("amb") { $0.amb(silent) }
    check("merge") { [$0, silent].merge() }
    check("sample") { $0.sample(silent) }
    check("flatMapFirst") { $0.flatMapFirst { Just($0) } }
    check("flatMapFirst") { $0.flatMapFirst { _ in silent } }
    check("flatMapLatest") { $0.flatMapLatest { Just($0) } }
    check("concatMap") { $0.concatMap { Just($0) } }
    check("startWith") { $0.startWith(contentsOf: [Token]()) }
    check("repeat") { $0.repeat(2) }
    check("materialize") { $0.materialize() }
    check("mapToResult") { $0.mapToResult() }
    check("ignoreFailure") { $0.ignoreFailure() }
    check("retry") { $0.retry(2, delay: .none, scheduler: ImmediateScheduler.shared) }
    check("retryWhen") { $0.retryWhen { $0 } }
    check("window") { $0.window(count: 2).flatMap { $0 } }
    check("window by time") { $0.window(time: 1, scheduler: ImmediateScheduler.shared).flatMap { $0 } }
    check("groupBy") { $0.groupBy { _ in 1 }.flatMap { $0 } }
    check("partition") { $0.partition { _ in true }.matches }
    check("withLatestFrom, the other") { Just(0).append(Empty(completeImmediately: false)).withLatestFrom($0) }
    check("withLatestFrom") { $0.withLatestFrom(Just(0)) }
  }

  @Test func anUpstreamThatKeepsItsSubscriberKeepsNoClosureOfTheSink() {
    let tokens = Counter()
    let one = Just(1).eraseToAnyPublisher()
    let silent = Empty<Int, Never>(completeImmediately: false)
    func check<P: Publisher>(_ name: String, _ make: (NaiveSource<Int, Never>) -> P)
    where P.Failure == Never {
      for ends in [false, true] {
        let naive = NaiveSource<Int, Never>()
        let sink = sink(make(naive), with: Token(tokens))
        naive.send(1)
        if ends { naive.send(completion: .finished) } else { sink.cancel() }
        expectEqual(tokens.count, 0, "\(name), ends: \(ends)")
        withExtendedLifetime(sink) { naive.forget() }
      }
    }
    func sink<P: Publisher>(_ publisher: P, with token: Token) -> AnyCancellable where P.Failure == Never {
      publisher.sink { _ in withExtendedLifetime(token) {} }
    }
    check("zip of one") { [$0].zip() }
    check("combineLatest of one") { [$0].combineLatest() }
    check("zip") { [$0.eraseToAnyPublisher(), one].zip() }
    check("zip of five") { [$0.eraseToAnyPublisher(), one, one, one, one].zip() }
    check("merge") { [$0].merge() }
    check("retry") { $0.retry(2, delay: .none, scheduler: ImmediateScheduler.shared) }
    check("withLatestFrom") { $0.withLatestFrom(Just(0)) }
    check("amb") { $0.amb(silent) }
    check("flatMapFirst") { $0.flatMapFirst { Just($0) } }
    check("repeat") { $0.repeat(1) }
    check("materialize") { $0.materialize() }
    check("pairwise") { $0.pairwise() }
    check("unwrap") { $0.map(Optional.some).unwrap() }
    check("accumulate") { $0.accumulate(0, +) }
    check("groupBy") { $0.groupBy { $0 }.flatMap { $0 } }
    check("window") { $0.window(count: 1).flatMap { $0 } }
    check("share") { $0.share(replay: 1) }
  }

  @Test func anUpstreamThatKeepsItsSubscriberKeepsNoPublisherToSubscribeToAgain() {
    let tokens = Counter()
    func check<P: Publisher>(_ name: String, _ make: (AnyPublisher<Int, Never>, Token) -> P) where P.Failure == Never {
      let naive = NaiveSource<Int, Never>()
      let sink = make(naive.eraseToAnyPublisher(), Token(tokens)).sink { _ in }
      naive.send(1)
      sink.cancel()
      expectEqual(tokens.count, 0, "\(name)")
    }
    check("retryWhen") { upstream, token in
      Deferred { withExtendedLifetime(token) { upstream } }.retryWhen { $0 }
    }
    check("map (tasks)") { upstream, token in
      nonisolated(unsafe) let token = token
      return upstream.filter { _ in false }.map(maxTasks: 1) { _ in withExtendedLifetime(token) { 1 } }
    }
  }
}

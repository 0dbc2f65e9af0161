import StreamsExtras
import Testing

/// Upstreams that break rules, and upstreams that are not needed.
@Suite struct UpstreamTests {
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
      #expect(log == ["1", "end"])
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
      #expect(subscriptions == 0)
    }
    check(source.withLatestFrom(source))
    check(source.sample(source))
    check([source, source].amb())
    check(source.flatMapFirst { Just($0) })
    check(source.window(count: 2))
    check(source.groupBy { $0 })
    check(source.share(replay: 1))
    check(source.map(maxTasks: 1) { $0 })
  }

  @Test func anUpstreamThatKeepsItsSubscriberKeepsNoValues() {
    let tokens = Counter()
    let silent = Empty<Token, Never>(completeImmediately: false).eraseToAnyPublisher()
    func check<P: Publisher>(_ make: (AnyPublisher<Token, Never>) -> P) where P.Failure == Never {
      for ends in [false, true] {
        let naive = NaiveSource<Token, Never>()
        let sink = make(naive.eraseToAnyPublisher()).sink { _ in }
        for _ in 0..<3 { naive.send(Token(tokens)) }
        if ends { naive.send(completion: .finished) }
        sink.cancel()
        naive.send(Token(tokens))
        #expect(tokens.count == 0)
      }
    }
    check { [$0, silent].zip() }
    check { [$0, silent].combineLatest() }
    check { $0.sample(silent) }
    check { $0.flatMapFirst { Just($0) } }
    check { Just(0).append(Empty(completeImmediately: false)).withLatestFrom($0) }
  }
}

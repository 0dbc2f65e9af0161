import StreamsExtras
import Testing

/// A stream that has ended holds nothing of the user's, although its subscriber keeps the subscription, and its upstream
/// the subscriber.
struct KeptSubscriptionTests {
  enum Ending: CaseIterable { case finish, failure, cancellation }

  @Test(arguments: operators.map(\.name), Ending.allCases)
  func anOperatorReleasesItsClosures(_ name: String, _ ending: Ending) throws {
    let row = try #require(operators.first { $0.name == name })
    for upstream in Upstream.all {
      let counter = Counter()
      let kept = row.start(upstream, Token(counter))
      #expect(counter.count > 0, "\(upstream.name)")
      upstream.send(1)
      switch ending {
      case .finish: upstream.end(.finished)
      case .failure: upstream.end(.failure(Broken()))
      case .cancellation: kept.subscription?.cancel()
      }
      expectEqual(counter.count, 0, upstream.name)
      withExtendedLifetime(kept) {}
    }
  }
}

private struct Broken: Error {}

/// An own publisher, and a custom one that keeps its subscriber.
private struct Upstream {
  let name: String
  let publisher: AnyPublisher<Int, Broken>
  let send: (Int) -> Void
  let end: (Subscribers.Completion<Broken>) -> Void

  static var all: [Upstream] {
    let subject = PassthroughSubject<Int, Broken>()
    let custom = NaiveSource<Int, Broken>()
    return [
      Upstream(name: "own", publisher: AnyPublisher(subject), send: { subject.send($0) }) {
        subject.send(completion: $0)
      },
      Upstream(name: "custom", publisher: AnyPublisher(custom), send: { custom.send($0) }) {
        // For each attempt of a retry.
        for _ in 0..<3 { custom.send(completion: $0) }
      },
    ]
  }
}

/// A subscriber that keeps its subscription.
private final class Keeper {
  var subscription: (any Subscription)?
}

private struct Operator {
  let name: String
  let start: (Upstream, Token) -> Keeper

  init<P: Publisher>(_ name: String, _ make: @escaping (AnyPublisher<Int, Broken>, Token) -> P) {
    self.name = name
    start = { upstream, token in
      let keeper = Keeper()
      make(upstream.publisher, token).subscribe(
        AnySubscriber(
          receiveSubscription: {
            keeper.subscription = $0
            $0.request(.unlimited)
          }))
      return keeper
    }
  }
}

extension Token {
  /// The value, from a closure that holds the token.
  fileprivate func pass<Value>(_ value: Value) -> Value { value }
}

nonisolated(unsafe) private let operators: [Operator] = [
  Operator("repeat") { upstream, token in upstream.map { token.pass($0) }.repeat(1) },
  Operator("retry") { upstream, token in
    upstream.retry(delay: .none, scheduler: ImmediateScheduler.shared) { _ in token.pass(false) }
  },
  Operator("retry, with waits") { upstream, token in
    nonisolated(unsafe) let token = token
    return upstream.append(Fail(error: Broken())).retry(
      2, delay: Backoff { _ in token.pass(.zero) }, scheduler: ImmediateScheduler.shared)
  },
  Operator("retryWhen") { upstream, token in
    upstream.retryWhen { errors in errors.map { _ in token.pass(1) }.prefix(1) }
  },
  Operator("using") { upstream, token in
    Publishers.using({ token.pass(1) }, release: { _ = token.pass($0) }) { _ in token.pass(upstream) }
  },
  Operator("using a resource") { upstream, token in
    Publishers.using({ AnyCancellable { _ = token.pass(1) } }) { _ in upstream }
  },
  Operator("create") { upstream, token in
    AnyPublisher<Int, Broken>.create { sender in
      upstream.sink(receiveCompletion: { sender.send(completion: token.pass($0)) }) { sender.send(token.pass($0)) }
    }
  },
  Operator("flatMapFirst") { upstream, token in
    upstream.flatMapFirst { token.pass(Just($0).setFailureType(to: Broken.self)) }
  },
  Operator("flatMapLatest") { upstream, token in
    upstream.flatMapLatest { token.pass(Just($0).setFailureType(to: Broken.self)) }
  },
  Operator("concatMap") { upstream, token in upstream.concatMap { token.pass(Just($0).setFailureType(to: Broken.self)) }
  },
  Operator("startWith") { upstream, token in upstream.map { token.pass($0) }.startWith(1) },
  Operator("catchAndReturn") { upstream, token in upstream.map { token.pass($0) }.catchAndReturn(1) },
  Operator("ignoreFailure") { upstream, token in upstream.map { token.pass($0) }.ignoreFailure() },
  Operator("onErrorComplete") { upstream, token in upstream.onErrorComplete { _ in token.pass(true) } },
  Operator("materialize") { upstream, token in upstream.map { token.pass($0) }.materialize() },
  Operator("mapToResult") { upstream, token in upstream.map { token.pass($0) }.mapToResult() },
  Operator("withLatestFrom") { upstream, token in upstream.withLatestFrom(upstream) { token.pass($0 + $1) } },
  Operator("share(replay:)") { upstream, token in upstream.map { token.pass($0) }.share(replay: 1) },
]

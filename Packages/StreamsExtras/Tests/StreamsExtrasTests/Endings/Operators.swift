import Schedulers
import StreamsExtras

/// The operators, and what is made with them. A closure of the user holds the token that comes with the inputs.
enum Operators<U: Publisher<Scenario.Token, Scenario.Token>> {
  typealias Token = Scenario.Token

  struct Row {
    let name: String
    /// Whether a custom upstream receives what holds the closures. It may then keep it.
    let isStateless: Bool
    let start: (Inputs<U>, _ withSink: Bool) -> Void

    init<P: Publisher>(_ name: String, isStateless: Bool = false, _ make: @escaping (Inputs<U>, Token) -> P) {
      self.name = name
      self.isStateless = isStateless
      start = { inputs, withSink in
        inputs.scenario.subscribe(to: make(inputs, inputs.token), withSink: withSink)
      }
    }
  }

  static var all: [Row] { restarting + sources + combining + nesting + selecting }

  private static var restarting: [Row] {
    [
      Row("repeat") { i, _ in i.main.repeat(2) },
      Row("repeat of map", isStateless: true) { i, token in i.main.map { token.pass($0) }.repeat(2) },
      Row("retry") { i, token in
        i.main.retry(2, delay: .none, scheduler: ImmediateScheduler.shared) { _ in token.pass(true) }
      },
      Row("retry, not") { i, token in
        i.main.retry(delay: .none, scheduler: ImmediateScheduler.shared) { _ in token.pass(false) }
      },
      Row("retry, with waits") { i, token in
        i.main.retry(2, delay: Backoff { _ in token.pass(.seconds(1)) }, scheduler: i.scheduler)
      },
      Row("retry, without waits") { i, token in
        i.main.retry(2, delay: Backoff { _ in token.pass(.zero) }.jittered(by: 0.5), scheduler: i.scheduler)
      },
      Row("retryWhen") { i, token in i.main.retryWhen { _ in token.pass(i.other) } },
      Row("retryWhen, of the errors") { i, token in i.main.retryWhen { $0.map { token.pass($0) }.prefix(1) } },
      Row("onErrorComplete") { i, token in i.main.onErrorComplete { _ in token.pass(true) } },
      Row("onErrorComplete, not") { i, token in i.main.onErrorComplete { _ in token.pass(false) } },
      Row("ignoreFailure", isStateless: true) { i, token in i.main.map { token.pass($0) }.ignoreFailure() },
      Row("catchAndReturn") { i, token in i.main.catchAndReturn(token) },
      Row("materialize") { i, _ in i.main.materialize() },
      Row("mapToResult") { i, _ in i.main.mapToResult() },
      Row("dematerialize") { i, token in i.main.materialize().map { token.pass($0) }.dematerialize() },
    ]
  }

  private static var sources: [Row] {
    [
      Row("using") { i, token in
        Publishers.using({ token.pass(token) }, release: { withExtendedLifetime($0) {} }) { _ in token.pass(i.main) }
      },
      Row("using a resource") { i, token in
        Publishers.using({ AnyCancellable { withExtendedLifetime(token) {} } }) { _ in token.pass(i.main) }
      },
      Row("create") { i, token in
        AnyPublisher<Token, Token>.create { sender in
          i.main.sink {
            sender.send(completion: token.pass($0))
          } receiveValue: {
            sender.send(token.pass($0))
          }
        }
      },
      Row("create, at once") { i, token in
        AnyPublisher<Token, Token>.create { sender in
          for _ in 1...3 { sender.send(token) }
          sender.send(completion: .finished)
          return AnyCancellable { withExtendedLifetime(token) {} }
        }
      },
      Row("interval") { i, token in Publishers.interval(.seconds(1), scheduler: i.scheduler).prefix(3) },
      Row("share(replay:)") { i, _ in i.main.share(replay: 2) },
      Row("share(replay:scope:)") { i, _ in i.main.share(replay: 2, scope: .whileConnected) },
      Row("share(replay:) of map", isStateless: true) { i, token in i.main.map { token.pass($0) }.share(replay: 2) },
      Row("ReplaySubject") { i, token in
        let subject = ReplaySubject<Token, Token>(bufferSize: 2)
        for _ in 1...3 { subject.send(token) }
        return subject.prefix(untilOutputFrom: i.main.dropFirst())
      },
      Row("CurrentValueRelay") { i, token in
        CurrentValueRelay(token).setFailureType(to: Token.self).prefix(untilOutputFrom: i.main)
      },
    ]
  }

  private static var combining: [Row] {
    [
      Row("withLatestFrom") { i, token in i.main.withLatestFrom(i.other) { token.pass(($0, $1)) } },
      Row("withLatestFrom itself") { i, token in i.main.withLatestFrom(i.main) { token.pass(($0, $1)) } },
      Row("withLatestFrom two") { i, token in i.main.withLatestFrom(i.other, i.just) { token.pass(($0, $1)) } },
      Row("withLatestFrom three") { i, token in
        i.main.withLatestFrom(i.other, i.just, i.just) { token.pass(($0, $1)) }
      },
      Row("sample") { i, _ in i.main.sample(i.other) },
      Row("sample itself") { i, _ in i.main.sample(i.main) },
      Row("amb") { i, _ in i.main.amb(i.other) },
      Row("amb of map", isStateless: true) { i, token in
        i.main.map { token.pass($0) }.amb(i.other.map { token.pass($0) })
      },
      Row("amb of many") { i, _ in [i.main, i.other, i.main].amb() },
      Row("combineLatest of three") { i, _ in [i.main, i.other, i.main].combineLatest() },
      Row("combineLatest of six") { i, _ in [i.main, i.other, i.main, i.main, i.other, i.main].combineLatest() },
      Row("zip of three") { i, _ in [i.main, i.other, i.main].zip() },
      Row("zip of six") { i, _ in [i.main, i.other, i.main, i.main, i.other, i.main].zip() },
      Row("merge") { i, _ in [i.main, i.other, i.main].merge() },
      Row("startWith") { i, token in i.main.startWith(token, token) },
      Row("pairwise", isStateless: true) { i, _ in i.main.pairwise() },
      Row("nwise", isStateless: true) { i, _ in i.main.nwise(2) },
      Row("prefix(duration:)") { i, _ in i.main.prefix(duration: .milliseconds(1500), scheduler: i.scheduler) },
      Row("prefix(duration:), long") { i, _ in i.main.prefix(duration: .seconds(90), scheduler: i.scheduler) },
      Row("drop(duration:)") { i, _ in i.main.drop(duration: .milliseconds(1500), scheduler: i.scheduler) },
      Row("drop(duration:), long") { i, _ in i.main.drop(duration: .seconds(90), scheduler: i.scheduler) },
    ]
  }

  private static var nesting: [Row] {
    [
      Row("concatMap") { i, token in i.main.concatMap { _ in token.pass(i.other) } },
      Row("flatMapLatest", isStateless: true) { i, token in i.main.flatMapLatest { _ in token.pass(i.other) } },
      Row("flatMapFirst") { i, token in i.main.flatMapFirst { _ in token.pass(i.other) } },
      Row("flatMapFirst of one value") { i, token in i.main.flatMapFirst { _ in token.pass(i.just) } },
      Row("window(count:)") { i, _ in i.main.window(count: 2) },
      Row("window(count:), flattened") { i, token in i.main.window(count: 2).flatMap { token.pass($0) } },
      Row("window(time:)") { i, _ in i.main.window(time: .milliseconds(1500), scheduler: i.scheduler) },
      Row("window(time:), flattened") { i, token in
        i.main.window(time: .milliseconds(1500), scheduler: i.scheduler).flatMap { token.pass($0) }
      },
      Row("groupBy") { i, token in i.main.groupBy { token.pass($0) } },
      Row("groupBy, flattened") { i, token in i.main.groupBy { token.pass($0) }.flatMap { token.pass($0) } },
      Row("groupBy, one at a time") { i, token in
        i.main.groupBy({ token.pass($0) }, maxGroups: 1).flatMap { token.pass($0) }
      },
    ]
  }

  private static var selecting: [Row] {
    [
      Row("filterMany", isStateless: true) { i, token in i.main.map { [$0] }.filterMany { _ in token.pass(true) } },
      Row("mapMany", isStateless: true) { i, token in i.main.map { [$0] }.mapMany { token.pass($0) } },
      Row("removeAllDuplicates", isStateless: true) { i, _ in i.main.removeAllDuplicates() },
      Row("removeAllDuplicates(by:)", isStateless: true) { i, token in
        i.main.removeAllDuplicates { $0 == $1 && $0 != token }
      },
      Row("distinct", isStateless: true) { i, token in i.main.distinct { token.pass($0) } },
      Row("unwrap", isStateless: true) { i, token in i.main.map { token.pass(Optional($0)) }.unwrap() },
      Row("enumerated", isStateless: true) { i, _ in i.main.enumerated() },
      Row("accumulate") { i, token in i.main.accumulate(token) { token.pass(($0, $1)).1 } },
      Row("timestamp", isStateless: true) { i, _ in i.main.timestamp(scheduler: i.scheduler) },
      Row("partition", isStateless: true) { i, token in i.main.partition { _ in token.pass(true) }.matches },
      Row("partition, rest", isStateless: true) { i, token in i.main.partition { _ in token.pass(true) }.nonMatches },
    ]
  }
}

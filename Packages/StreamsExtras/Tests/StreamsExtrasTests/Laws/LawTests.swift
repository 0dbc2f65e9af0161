import Dispatch
import IssueReporting
import StreamsExtras
import StreamsLaws
import StreamsTesting
import Testing

/// Every rule of `Docs/Rules.md` that applies, on everything in this package: on one thread, on several, and in memory.
@Suite(.leakCheck()) struct LawTests {
  @Test(arguments: sources + subjects + combining + errors + selecting + tasks)
  func everyRuleThatAppliesHolds(_ row: Row) async {
    let report = await withIssueReporters([]) { await row.check(LawEffort(rounds: 5, timeout: .seconds(120))) }
    #expect(report.isClean, "\(report.violations.values.joined(separator: "\n"))")
  }

  /// A second upstream that plays by the rules.
  static func more(_ values: ClosedRange<Int>) -> AnyPublisher<Int, LawError> {
    values.publisher.setFailureType(to: LawError.self).eraseToAnyPublisher()
  }
  static let silent = Empty<Int, LawError>(completeImmediately: false)

  static let sources: [Row] = [
    Row(source: "create") {
      AnyPublisher<Int, LawError>.create { subscriber in
        for value in 1...100 { subscriber.send(value) }
        subscriber.send(completion: .failure(LawError()))
        return AnyCancellable {}
      }
    },
    Row(source: "using") {
      Publishers.using {
        AnyCancellable {}
      } _: { _ in
        (1...100).publisher
      }.eraseToAnyPublisher()
    },
    Row(source: "range") { Publishers.range(start: 1, count: 100).eraseToAnyPublisher() },
    Row(source: "repeatElement", endless: true) { Publishers.repeatElement(1).eraseToAnyPublisher() },
    Row(source: "repeatElement (thrice)") { Publishers.repeatElement(1, count: 3).eraseToAnyPublisher() },
    Row(scheduledSource: "interval", delivers: .some) {
      Publishers.interval(.milliseconds(100), scheduler: $0).eraseToAnyPublisher()
    },
  ]

  /// Tasks may produce results after the laws have checked. So the checks of ends, releases and how many values come are left
  /// out; `AsyncMapTests` has them.
  static let later: [LawRule: String] = [
    .demandAddsUp: "the values may come later",
    .sameEndForAnyDemand: "the end may come later", .excessValuesTolerated: "the end may come later",
    .releasedAfterCompletion: "a running task may hold the subscriber",
    .releasedAfterCancel: "a running task may hold the subscriber",
    .noLeaks: "a running task may hold the subscriber",
  ]

  static let tasks: [Row] = [
    Row("map (tasks)", delivers: .some, except: later) { u in u.map(maxTasks: 2) { $0 }.eraseToAnyPublisher() },
    Row("map (tasks, as they come)", delivers: .some, except: later) { u in
      u.map(maxTasks: 2, order: .unordered) { $0 }.eraseToAnyPublisher()
    },
    Row("tryMap (tasks)", delivers: .some, except: later) { u in u.tryMap(maxTasks: 2) { $0 }.eraseToAnyPublisher() },
    Row("flatMap (tasks)", delivers: .some, except: later) { u in
      u.flatMap(maxTasks: 2) { Just($0).setFailureType(to: LawError.self) }.eraseToAnyPublisher()
    },
    Row(source: "AsyncSequence.publisher", delivers: .some, except: later) {
      AsyncStream { continuation in
        for value in 1...3 { continuation.yield(value) }
        continuation.finish()
      }.publisher.eraseToAnyPublisher()
    },
  ]

  static let subjects: [Row] = [
    Row(subject: "ReplaySubject (of all)") { ReplaySubject<Int, LawError>(bufferSize: .max) },
    Row(subject: "ReplaySubject (of one)", delivers: .some) { ReplaySubject<Int, LawError>(bufferSize: 1) },
    Row(subject: "ReplaySubject (of none)", delivers: .some) { ReplaySubject<Int, LawError>(bufferSize: 0) },
    Row(subject: "ReplaySubject (by age)", delivers: .some) {
      ReplaySubject<Int, LawError>(maxAge: .seconds(1), scheduler: DispatchQueue.test)
    },
    Row(source: "CurrentValueRelay", endless: true, delivers: .some) { CurrentValueRelay(1) },
    Row(source: "PassthroughRelay", endless: true, delivers: .some) { PassthroughRelay<Int>() },
    Row("share (replay)", delivers: .some) { u in u.share(replay: 2) },
    Row("share (replay all, while connected)") { u in u.share(replay: .max, scope: .whileConnected) },
    Row("share (replay, while connected)", delivers: .some) { u in u.share(replay: 2, scope: .whileConnected) },
  ]

  static let combining: [Row] = [
    Row("withLatestFrom") { u in u.withLatestFrom(more(11...13)) { $0 + $1 }.eraseToAnyPublisher() },
    Row("withLatestFrom (silence)") { u in u.withLatestFrom(silent).eraseToAnyPublisher() },
    Row("withLatestFrom (itself)", delivers: .some) { u in u.withLatestFrom(u).eraseToAnyPublisher() },
    Row("withLatestFrom (two)") { u in u.withLatestFrom(more(11...13), more(1...2)).eraseToAnyPublisher() },
    Row("withLatestFrom (two mapped)") { u in
      u.withLatestFrom(more(11...13), more(1...2)) { $0 + $1.0 + $1.1 }.eraseToAnyPublisher()
    },
    Row("withLatestFrom (three)") { u in u.withLatestFrom(more(11...13), more(1...2), more(3...4)).eraseToAnyPublisher()
    },
    Row("withLatestFrom (three mapped)") { u in
      u.withLatestFrom(more(11...13), more(1...2), more(3...4)) { $0 + $1.0 + $1.1 + $1.2 }.eraseToAnyPublisher()
    },
    Row("sample", delivers: .some) { u in u.sample(more(1...3).append(silent)).eraseToAnyPublisher() },
    Row("sample (itself)", delivers: .some) { u in u.sample(u).eraseToAnyPublisher() },
    Row("amb") { u in u.amb(silent).eraseToAnyPublisher() },
    Row("amb (that loses)", delivers: .some, except: [.sameEndForAnyDemand: "which is quicker depends on the request"])
    {
      u in u.amb(more(1...3).append(silent)).eraseToAnyPublisher()
    },
    Row("amb (many)", delivers: .some) { u in [u, u, u].amb().eraseToAnyPublisher() },
    Row("combineLatest (many)", delivers: .some) { u in [u, u, u].combineLatest() },
    Row("combineLatest (with more)", delivers: .some) { u in
      [u.eraseToAnyPublisher(), more(11...12)].combineLatest()
    },
    Row("combineLatest (six)", delivers: .some) { u in [u, u, u, u, u, u].combineLatest() },
    Row("zip (one)", forwardsSubscription: true) { u in [u].zip() },
    Row("zip (two)", failuresSkipBuffer: true) { u in [u, u].zip() },
    Row("zip (four)", failuresSkipBuffer: true) { u in [u, u, u, u].zip() },
    Row("zip (six)", failuresSkipBuffer: true) { u in [u, u, u, u, u, u].zip() },
    Row("zip (many)", failuresSkipBuffer: true) { u in [u, u, u].zip() },
    Row("zip (with more)", failuresSkipBuffer: true) { u in [u.eraseToAnyPublisher(), more(11...13)].zip() },
    Row("merge (many)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in [u, u, u].merge() },
    Row("startWith") { u in u.startWith(-1, 0) },
    Row("startWith (contentsOf)") { u in u.startWith(contentsOf: [-1, 0]) },
    Row("concatMap", failuresSkipBuffer: true) { u in u.concatMap { more($0...$0 + 1) } },
    Row("flatMapLatest", delivers: .some) { u in u.flatMapLatest { more($0...$0 + 1) } },
    Row("flatMapFirst", delivers: .some, failuresSkipBuffer: true) { u in
      u.flatMapFirst { more($0...$0 + 1) }.eraseToAnyPublisher()
    },
    Row("pairwise", forwardsSubscription: true) { u in u.pairwise().eraseToAnyPublisher() },
    Row("nwise", forwardsSubscription: true) { u in u.nwise(3).eraseToAnyPublisher() },
    Row(scheduled: "prefix (duration, far away)") { u, s in
      u.prefix(duration: .seconds(3600 * 24 * 365), scheduler: s).eraseToAnyPublisher()
    },
    Row(scheduled: "prefix (duration)", except: endsByItself) { u, s in
      u.prefix(duration: .milliseconds(500), scheduler: s).eraseToAnyPublisher()
    },
    Row(scheduled: "drop (duration)", delivers: .some) { u, s in
      u.drop(duration: .milliseconds(500), scheduler: s).eraseToAnyPublisher()
    },
  ]

  /// It may end before it asks its upstream, or ask and find it ended.
  static let endsByItself: [LawRule: String] = [
    .sameEndForAnyDemand:
      "it ends by itself or with its upstream, whichever comes first, and that depends on the request",
    .everyValueOnceInOrder: "which values come in time depends on the request",
    .demandAddsUp: "a request that comes after the end is not served",
    .subscribeFromCallbacks: "the suite lets a second pass then, which is more than the duration",
  ]

  static let errors: [Row] = [
    Row("materialize") { u in u.materialize().eraseToAnyPublisher() },
    Row("mapToResult") { u in u.mapToResult().eraseToAnyPublisher() },
    Row("dematerialize", fails: false) { u in
      u.unfailing.map { MaterializedEvent<Int, LawError>.value($0) }.dematerialize()
    },
    Row("dematerialize (an end)", fails: false) { u in
      u.unfailing.map { $0 == 4 ? MaterializedEvent<Int, LawError>.failure(LawError()) : .value($0) }.dematerialize()
    },
    Row("eventValues", forwardsSubscription: true, fails: false) { u in
      u.unfailing.map { $0 == 2 ? MaterializedEvent<Int, LawError>.finished : .value($0) }.eventValues()
    },
    Row("eventFailures", forwardsSubscription: true, fails: false) { u in
      u.unfailing.map { $0 == 2 ? MaterializedEvent<Int, LawError>.failure(LawError()) : .value($0) }.eventFailures()
    },
    Row("retry (with delay)") { u in u.retry(2, delay: .none, scheduler: DispatchQueue.test).eraseToAnyPublisher() },
    Row(scheduled: "retry (that waits)") { u, s in
      u.retry(2, delay: .constant(.milliseconds(100)), scheduler: s).eraseToAnyPublisher()
    },
    Row("retry (never)") { u in
      u.retry(delay: .none, scheduler: DispatchQueue.test) { _ in false }.eraseToAnyPublisher()
    },
    Row("retryWhen") { u in
      u.retryWhen { $0.prefix(2).flatMap { _ in Empty<Int, Never>(completeImmediately: false) } }.eraseToAnyPublisher()
    },
    Row("retryWhen (once)") { u in u.retryWhen { $0.scan(0) { n, _ in n + 1 }.filter { $0 == 1 } }.eraseToAnyPublisher()
    },
    Row("repeat (twice)") { u in u.repeat(2).eraseToAnyPublisher() },
    Row("repeat (never)") { u in u.repeat(1).eraseToAnyPublisher() },
    Row("ignoreFailure") { u in u.ignoreFailure() },
    Row("ignoreFailure (in silence)") { u in u.ignoreFailure(completeImmediately: false) },
    Row("onErrorComplete") { u in u.onErrorComplete() },
    Row("onErrorComplete (where)") { u in u.onErrorComplete { _ in true }.eraseToAnyPublisher()
    },
    Row("onErrorComplete (where not)") { u in u.onErrorComplete { _ in false }.eraseToAnyPublisher() },
    Row("catchAndReturn") { u in u.catchAndReturn(0) },
  ]

  static let selecting: [Row] = [
    Row("filterMany", forwardsSubscription: true) { u in u.map { [$0, -$0] }.filterMany { $0 > 0 } },
    Row("mapMany", forwardsSubscription: true) { u in u.map { [$0, -$0] }.mapMany { $0 + 1 } },
    Row("removeAllDuplicates", forwardsSubscription: true) { u in
      u.map { $0 / 2 }.removeAllDuplicates().eraseToAnyPublisher()
    },
    Row("removeAllDuplicates (by)", forwardsSubscription: true) { u in
      u.removeAllDuplicates { $0 / 2 == $1 / 2 }.eraseToAnyPublisher()
    },
    Row("distinct", forwardsSubscription: true) { u in u.distinct { $0 / 2 }.eraseToAnyPublisher() },
    Row("unwrap", forwardsSubscription: true) { u in u.map { $0 % 2 == 0 ? $0 : nil }.unwrap() },
    Row("toggle", forwardsSubscription: true) { u in u.map { $0 > 2 }.toggle() },
    Row("enumerated", forwardsSubscription: true) { u in u.enumerated().eraseToAnyPublisher() },
    Row("accumulate") { u in u.accumulate(0, +) },
    Row("scanWithInitial") { u in u.scanWithInitial(0, +) },
    Row(scheduled: "timestamp", forwardsSubscription: true) { u, s in u.timestamp(scheduler: s).map(\.value) },
    Row("partition (matching)", delivers: .some) { u in u.partition { $0 % 2 == 0 }.matches.eraseToAnyPublisher() },
    Row("partition (rest)", delivers: .some) { u in u.partition { $0 % 2 == 0 }.nonMatches.eraseToAnyPublisher() },
    Row("window (count)") { u in u.window(count: 2).map { _ in 1 } },
    Row("window (count, flattened)", failuresSkipBuffer: true) { u in
      u.window(count: 2).flatMap(maxPublishers: .max(1)) { $0 }
    },
    Row("window (count, mingled)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.window(count: 2).flatMap { $0 }
    },
    Row(scheduled: "window (time)", delivers: .some) { u, s in
      u.window(time: .milliseconds(500), scheduler: s).map { _ in 1 }
    },
    Row(scheduled: "window (time, flattened)", failuresSkipBuffer: true) { u, s in
      u.window(time: .milliseconds(500), scheduler: s).flatMap(maxPublishers: .max(1)) { $0 }
    },
    Row("groupBy", delivers: .some) { u in u.groupBy { $0 % 2 }.map(\.key) },
    Row("groupBy (flattened)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.groupBy { $0 % 2 }.flatMap { $0 }
    },
    Row("groupBy (one at a time)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.groupBy({ $0 % 3 }, maxGroups: 1).flatMap { $0 }
    },
  ]
}

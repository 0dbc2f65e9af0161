import StreamsExtras
import Testing

/// The requests of operators to their upstream, as in the tables of demand in `Docs/operators`.
struct DemandTests {
  private let silent = Empty<Int, Never>(completeImmediately: false).eraseToAnyPublisher()

  /// Requests one value of an operator, and compares the requests that the upstream receives. Nil is unlimited.
  private func check<P: Publisher>(
    _ name: String, requests expected: [Int?] = [1], _ make: (AnyPublisher<Int, Never>) -> P
  ) where P.Failure == Never {
    var requests: [Int?] = []
    var values = 0
    let numbers = Publishers.range(start: 1, count: 100).handleEvents(receiveRequest: { requests.append($0.max) })
    make(numbers.eraseToAnyPublisher()).subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(1)) },
        receiveValue: { _ in
          values += 1
          return .none
        }))
    expectEqual(requests, expected, "\(name)")
    #expect(values <= 1, "\(name)")
  }

  @Test func requestsOnlyTheValuesItNeeds() {
    check("withLatestFrom") { $0.withLatestFrom(Just(0)) }
    check("amb") { $0.amb(silent) }
    check("combineLatest of a collection") { [$0, Just(0).eraseToAnyPublisher()].combineLatest() }
    check("combineLatest of five") {
      ([$0] + Array(repeating: Just(0).eraseToAnyPublisher(), count: 4)).combineLatest()
    }
    check("zip of a collection") { [$0, Just(0).eraseToAnyPublisher()].zip() }
    check("concatMap") { $0.concatMap { _ in silent } }
    check("startWith", requests: []) { $0.startWith(0) }
    check("accumulate", requests: []) { $0.accumulate(0, +) }
    check("repeat") { $0.repeat(2) }
    check("retry with a delay") { $0.retry(2, delay: .none, scheduler: ImmediateScheduler.shared) }
    check("retryWhen") { $0.retryWhen { $0 } }
    check("materialize") { $0.materialize() }
    check("mapToResult") { $0.mapToResult() }
    check("ignoreFailure") { $0.ignoreFailure() }
    check("onErrorComplete") { $0.onErrorComplete() }
    check("catchAndReturn") { $0.catchAndReturn(0) }
    check("filterMany") { $0.map { [$0] }.filterMany { _ in false } }
    check("mapMany") { $0.map { [$0] }.mapMany { $0 } }
    check("toggle") { $0.map { $0 > 1 }.toggle() }
    check("enumerated") { $0.enumerated() }
    check("timestamp") { $0.timestamp(scheduler: ImmediateScheduler.shared) }
    check("window of three", requests: [3]) { $0.window(count: 3) }
  }

  @Test func requestsUnlimitedValuesWhereItDropsOrKeepsThem() {
    check("withLatestFrom, the other", requests: [nil]) { silent.withLatestFrom($0) { $1 } }
    check("sample", requests: [nil]) { $0.sample(silent) }
    check("sample, the trigger", requests: [nil]) { silent.sample($0) }
    check("flatMapFirst", requests: [nil]) { $0.flatMapFirst { _ in silent } }
    check("flatMapLatest", requests: [nil]) { $0.flatMapLatest { _ in silent } }
    check("share", requests: [nil]) { $0.share(replay: 1) }
    check("partition", requests: [nil]) { $0.partition { _ in true }.matches }
    check("groupBy", requests: [nil]) { $0.groupBy { $0 } }
    check("window by time", requests: [nil]) { $0.window(time: 1, scheduler: ImmediateScheduler.shared) }
  }
}

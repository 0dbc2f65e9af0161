import StreamsExtras
import Testing

/// What operators request from their upstream: the tables of demand in `Docs/operators`.
@Suite struct DemandTests {
  /// An operator whose subscriber requests one value, which the upstream sends when it is requested.
  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The requests that the upstream receives. Nil is unlimited.
    let requests: [Int?]
    let make: @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Void, Never>

    init<P: Publisher & SendableMetatype>(
      _ name: String, requests: [Int?] = [1], _ make: @escaping @Sendable (AnyPublisher<Int, Never>) -> P
    ) where P.Failure == Never {
      testDescription = name
      self.requests = requests
      self.make = { make($0).map { _ in }.eraseToAnyPublisher() }
    }
  }

  @Test(arguments: forwarding + unlimited) func requests(_ row: Operator) {
    var requests: [Int?] = []
    var values = 0
    let numbers = Publishers.range(start: 1, count: 100).handleEvents(receiveRequest: { requests.append($0.max) })
    row.make(numbers.eraseToAnyPublisher()).subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(1)) },
        receiveValue: { _ in
          values += 1
          return .none
        }))
    #expect(requests == row.requests)
    #expect(values <= 1)
  }

  private static let silent = Empty<Int, Never>(completeImmediately: false).eraseToAnyPublisher()

  static let forwarding: [Operator] = [
    Operator("withLatestFrom") { $0.withLatestFrom(Just(0)) },
    Operator("amb") { $0.amb(silent) },
    Operator("combineLatest of a collection") { [$0, Just(0).eraseToAnyPublisher()].combineLatest() },
    Operator("combineLatest of five") {
      ([$0] + Array(repeating: Just(0).eraseToAnyPublisher(), count: 4)).combineLatest()
    },
    Operator("zip of a collection") { [$0, Just(0).eraseToAnyPublisher()].zip() },
    Operator("concatMap") { $0.concatMap { _ in silent } },
    Operator("startWith", requests: []) { $0.startWith(0) },
    Operator("accumulate", requests: []) { $0.accumulate(0, +) },
    Operator("repeat") { $0.repeat(2) },
    Operator("retry with a delay") { $0.retry(2, delay: .none, scheduler: ImmediateScheduler.shared) },
    Operator("retryWhen") { $0.retryWhen { $0 } },
    Operator("materialize") { $0.materialize() },
    Operator("mapToResult") { $0.mapToResult() },
    Operator("ignoreFailure") { $0.ignoreFailure() },
    Operator("onErrorComplete") { $0.onErrorComplete() },
    Operator("catchAndReturn") { $0.catchAndReturn(0) },
    Operator("filterMany") { $0.map { [$0] }.filterMany { _ in false } },
    Operator("mapMany") { $0.map { [$0] }.mapMany { $0 } },
    Operator("toggle") { $0.map { $0 > 1 }.toggle() },
    Operator("enumerated") { $0.enumerated() },
    Operator("timestamp") { $0.timestamp(scheduler: ImmediateScheduler.shared) },
    Operator("window of three", requests: [3]) { $0.window(count: 3) },
  ]

  static let unlimited: [Operator] = [
    Operator("withLatestFrom, the other", requests: [nil]) { silent.withLatestFrom($0) { $1 } },
    Operator("sample", requests: [nil]) { $0.sample(silent) },
    Operator("sample, the trigger", requests: [nil]) { silent.sample($0) },
    Operator("flatMapFirst", requests: [nil]) { $0.flatMapFirst { _ in silent } },
    Operator("flatMapLatest", requests: [nil]) { $0.flatMapLatest { _ in silent } },
    Operator("share", requests: [nil]) { $0.share(replay: 1) },
    Operator("partition", requests: [nil]) { $0.partition { _ in true }.matches },
    Operator("groupBy", requests: [nil]) { $0.groupBy { $0 } },
    Operator("window by time", requests: [nil]) { $0.window(time: 1, scheduler: ImmediateScheduler.shared) },
  ]
}

import Streams

/// A publisher of which only its subscription, kept by others, knows the subscriber.
final class FrailUpstream: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  final class Link: Subscription {
    fileprivate var subscriber: AnySubscriber<Int, TestError>?
    fileprivate init(_ subscriber: AnySubscriber<Int, TestError>) { self.subscriber = subscriber }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { subscriber = nil }
  }

  private weak var link: Link?
  var hasSubscription: Bool { link != nil }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    let link = Link(AnySubscriber(subscriber))
    self.link = link
    subscriber.receive(subscription: link)
  }

  func send(_ value: Int) { _ = link?.subscriber?.receive(value) }

  /// False if there was no subscriber.
  @discardableResult func send(_ completion: Subscribers.Completion<TestError>) -> Bool {
    guard let link, let subscriber = link.subscriber else { return false }
    link.subscriber = nil
    subscriber.receive(completion: completion)
    return true
  }
}

protocol Keeping: AnyObject, Cancellable {
  var subscription: (any Subscription)? { get }
  func request(_ demand: Subscribers.Demand)
}

/// A subscriber that keeps its subscription.
final class Keeper<Input, Failure: Error>: Subscriber, Keeping {
  var subscription: (any Subscription)?
  let demand: Subscribers.Demand
  init(_ demand: Subscribers.Demand) { self.demand = demand }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if demand != .none { subscription.request(demand) }
  }
  func receive(_ input: Input) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Failure>) {}
  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  func cancel() { subscription?.cancel() }
}

enum StreamEnding: String, CaseIterable { case finish, fail, cancel }

func end(_ keeper: any Keeping, _ upstream: FrailUpstream, _ ending: StreamEnding) {
  switch ending {
  case .finish: upstream.send(.finished)
  case .fail: while upstream.send(.failure(TestError())) {}
  case .cancel: keeper.cancel()
  }
}

struct ReleasingOperator {
  let name: String
  /// See ``portrait(_:)``.
  let portrait: String
  let start: (FrailUpstream, Canary.Token) -> any Keeping
}

private func row<P: Publisher>(
  _ name: String, _ portrait: String, _ make: @escaping (FrailUpstream, Canary.Token) -> P
) -> [ReleasingOperator] {
  [
    ReleasingOperator(name: name, portrait: portrait) { upstream, token in
      let keeper = Keeper<P.Output, P.Failure>(.unlimited)
      make(upstream, token).subscribe(keeper)
      return keeper
    },
    ReleasingOperator(name: "\(name), erased", portrait: portrait) { upstream, token in
      let keeper = Keeper<P.Output, P.Failure>(.unlimited)
      make(upstream, token).map { $0 }.eraseToAnyPublisher().subscribe(keeper)
      return keeper
    },
  ]
}

private struct Silence: TextOutputStream { func write(_ string: String) {} }

private let immediate = ImmediateScheduler.shared

/// Closures that hold a token.
extension Canary.Token {
  var same: (Int) -> Int {
    {
      self.touch(); return $0
    }
  }
  fileprivate var yes: (Int) -> Bool {
    { _ in
      self.touch(); return true
    }
  }
  fileprivate var no: (Int) -> Bool {
    { _ in
      self.touch(); return false
    }
  }
  fileprivate var sum: (Int, Int) -> Int {
    {
      self.touch(); return $0 + $1
    }
  }
  fileprivate var areEqual: (Int, Int) -> Bool {
    {
      self.touch(); return $0 == $1
    }
  }
  var empty: (any Error) -> Empty<Int, TestError> {
    { _ in
      self.touch(); return Empty()
    }
  }
  fileprivate var record: (Int) -> Record<Int, TestError> {
    {
      self.touch(); return Record(output: [$0], completion: .finished)
    }
  }
  fileprivate var error: () -> TestError {
    {
      self.touch(); return TestError()
    }
  }
}

nonisolated(unsafe) let releasingOperators: [ReleasingOperator] = gates + folds + relays + joins + others

nonisolated(unsafe) private let gates: [ReleasingOperator] = [
  row("tryMap", "TryMap(downstream)") { $0.tryMap($1.same) },
  row("tryFilter", "TryFilter(downstream)") { $0.tryFilter($1.yes) },
  row("tryCompactMap", "TryCompactMap(downstream)") { $0.tryCompactMap($1.same) },
  row("tryScan", "TryScan(downstream, status, result)") { $0.tryScan(0, $1.sum) },
  row("prefix(while:)", "PrefixWhile(downstream)") { $0.prefix(while: $1.yes) },
  row("drop(while:)", "DropWhile()") { $0.drop(while: $1.yes) },
  row("removeDuplicates", "RemoveDuplicates(downstream, last)") { $0.removeDuplicates(by: $1.areEqual) },
  row("prefix", "Output()") { $0.map($1.same).prefix(5) },
  row("dropFirst", "Drop()") { $0.map($1.same).dropFirst(5) },
  row("encode", "Encode(downstream, finished, upstreamSubscription)") {
    $0.map($1.same).encode(encoder: TextCoder())
  },
  row("decode", "Decode(downstream, finished, upstreamSubscription)") {
    $0.map($1.same).map { "#\($0)" }.decode(type: Int.self, decoder: TextCoder())
  },
  row("replaceError", "ReplaceError()") { $0.map($1.same).replaceError(with: 0) },
].flatMap { $0 }

nonisolated(unsafe) private let folds: [ReleasingOperator] = [
  row("reduce", "Reduce(downstream, result, initial, status)") { $0.reduce(0, $1.sum) },
  row("tryReduce", "TryReduce(downstream, result, initial, status)") { $0.tryReduce(0, $1.sum) },
  row("collect", "Collect(count)") { $0.map($1.same).collect() },
  row("first", "First(downstream, result, initial, status)") { $0.filter($1.no).first() },
  row("first(where:)", "TryFirst(downstream, result, initial, status)") { $0.first(where: $1.no) },
  row("last(where:)", "LastWhere(downstream, result, initial, status)") { $0.last(where: $1.yes) },
  row("allSatisfy", "AllSatisfy(downstream, result, initial, status)") { $0.allSatisfy($1.yes) },
  row("contains", "Contains(downstream, result, initial, status)") { $0.map($1.same).contains(7) },
  row("contains(where:)", "ContainsWhere(downstream, result, initial, status)") { $0.contains(where: $1.no) },
  row("max(by:)", "Comparison(downstream, result, initial, status)") { $0.max(by: $1.areEqual) },
  row("collect(3)", "CollectByCount(downstream, upstreamSubscription, buffer, count)") { $0.map($1.same).collect(3) },
].flatMap { $0 }

nonisolated(unsafe) private let relays: [ReleasingOperator] = [
  row("catch", "Catch(downstream, demand)") { $0.catch($1.empty) },
  row("tryCatch", "TryCatch(downstream, demand)") { $0.tryCatch($1.empty) },
  row("retry", "Retry()") { $0.map($1.same).retry(2) },
  row("replaceEmpty", "ReplaceEmpty()") { $0.map($1.same).replaceEmpty(with: 1) },
  row("append", "Concatenate()") { $0.map($1.same).append(1) },
  row("prepend", "Concatenate()") { $0.map($1.same).prepend(1) },
].flatMap { $0 }

private let never = Empty<Int, TestError>(completeImmediately: false)
private func values(_ values: Int...) -> Record<Int, TestError> { Record(output: values, completion: .finished) }

nonisolated(unsafe) private let joins: [ReleasingOperator] = [
  row("merge", "Merge()") { $0.map($1.same).merge(with: Empty()) },
  row("zip", "Zip()") { $0.map($1.same).zip(values(1, 2)) },
  row("combineLatest", "CombineLatest()") { $0.combineLatest(values(1), $1.sum) },
  row("flatMap", "FlatMap()") { $0.flatMap($1.record) },
  row("switchToLatest", "SwitchToLatest()") { $0.map($1.record).switchToLatest() },
  row("prefix(untilOutputFrom:)", "PrefixUntilOutput()") { $0.map($1.same).prefix(untilOutputFrom: never) },
  row("drop(untilOutputFrom:)", "DropUntilOutput()") { $0.map($1.same).drop(untilOutputFrom: never) },
].flatMap { $0 }

nonisolated(unsafe) private let others: [ReleasingOperator] = [
  row("handleEvents", "HandleEvents()") { upstream, token in
    upstream.handleEvents(receiveOutput: { _ = token.same($0) })
  },
  row("print", "Print()") { $0.map($1.same).print("", to: Silence()) },
  row("buffer", "Buffer(values, state, downstreamDemand, terminal)") {
    $0.buffer(size: 5, prefetch: .keepFull, whenFull: .customError($1.error))
  },
  row("share", "Multicast()") { $0.map($1.same).share() },
  row("multicast", "Multicast()") { $0.map($1.same).multicast { PassthroughSubject() }.autoconnect() },
  row("subscribe(on:)", "SubscribeOn()") { $0.map($1.same).subscribe(on: Timeless()) },
  row("receive(on:)", "ReceiveOn()") { $0.map($1.same).receive(on: Timeless()) },
  row("delay", "Delay()") { $0.map($1.same).delay(for: 1, scheduler: immediate) },
  row("debounce", "Debounce(downstream, downstreamDemand, currentValue)") {
    $0.map($1.same).debounce(for: 1, scheduler: immediate)
  },
  row("throttle", "Throttle()") { $0.map($1.same).throttle(for: 1, scheduler: immediate, latest: true) },
  row("measureInterval", "MeasureInterval()") { $0.map($1.same).measureInterval(using: Timeless()) },
  row("collect by time", "CollectByTime()") { $0.map($1.same).collect(.byTime(Timeless(), 1)) },
  row("timeout", "Timeout()") { $0.timeout(1, scheduler: Timeless(), customError: $1.error) },
].flatMap { $0 }

struct ReleasingSource {
  let name: String
  let start: (Canary.Token) -> any Keeping
}

private func source<P: Publisher>(_ name: String, _ make: @escaping (Canary.Token) -> P) -> [ReleasingSource] {
  [
    ReleasingSource(name: name) { token in
      let keeper = Keeper<P.Output, P.Failure>(.none)
      make(token).subscribe(keeper)
      return keeper
    },
    ReleasingSource(name: "\(name), mapped") { token in
      let keeper = Keeper<Void, P.Failure>(.none)
      make(token).map { _ in }.subscribe(keeper)
      return keeper
    },
  ]
}

nonisolated(unsafe) let releasingSources: [ReleasingSource] = [
  source("Just") { Just($0) },
  source("Optional") { Optional($0).publisher },
  source("Result") { Result<Canary.Token, TestError>.success($0).publisher },
  source("Sequence") { [$0].publisher },
  source("Record") { Record<Canary.Token, TestError>(output: [$0], completion: .finished) },
  source("Future") { token in Future<Canary.Token, TestError> { $0(.success(token)) } },
  source("Deferred") { token in Deferred { Just(token) } },
].flatMap { $0 }

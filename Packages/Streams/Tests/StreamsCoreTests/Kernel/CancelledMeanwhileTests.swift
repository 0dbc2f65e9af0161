import Streams
import Testing

/// Cancelling or releasing an upstream, or releasing a value, may run user code that cancels. Then nothing may follow.
struct CancelledMeanwhileTests {
  @Test(arguments: endings.map(\.name))
  func anOperatorThatHasCancelledItsUpstreamSendsNoEnd(_ name: String) throws {
    let ending = try #require(endings.first { $0.name == name })
    for cancels in [false, true] {
      let subscriber = RecordingSubscriber<Int, any Error>()
      let subject = PassthroughSubject<Int, any Error>()
      var wasCancelled = false
      ending.run(
        subject.handleEvents(receiveCancel: {
          wasCancelled = true
          if cancels { subscriber.cancel() }
        }).eraseToAnyPublisher(), subject, subscriber)
      #expect(wasCancelled)
      expectEqual(subscriber.completions.count, cancels ? 0 : 1)
    }
  }

  @Test func aValueThatIsReplacedMayCancel() {
    let (one, other) = (PassthroughSubject<Noisy?, Never>(), PassthroughSubject<Int, Never>())
    let subscriber = Forgetful<(Noisy?, Int)>()
    one.combineLatest(other).subscribe(subscriber)
    one.send(Noisy { subscriber.subscription?.cancel() })
    other.send(1)
    expectEqual(subscriber.count, 1)
    one.send(nil)
    expectEqual(subscriber.count, 1)
  }

  /// Whose deinit would cancel when the end is on its way.
  @Test func aSourceReleasesItsLastValueAfterTheEnd() {
    var log: [String] = []
    func value() -> Noisy { Noisy { log.append("gone") } }
    let sources: [(Forgetful<Noisy>) -> Void] = [
      { Just(value()).subscribe($0) }, { Record(output: [value()], completion: .finished).subscribe($0) },
      { [value()].publisher.subscribe($0) }, { Set([Key(value())]).publisher.map(\.value).subscribe($0) },
    ]
    for (number, source) in sources.enumerated() {
      log = []
      let subscriber = Forgetful<Noisy>(.none) { log.append("finished") }
      source(subscriber)
      subscriber.subscription?.request(.max(1))
      expectEqual(log, ["finished", "gone"], "\(number)")
    }
  }

  @Test(arguments: ["value", "end"])
  func theClosureForACancellationMayCancelAndSend(_ what: String) {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subject.handleEvents(receiveCancel: {
      subscriber.cancel()
      if what == "value" { subject.send(1) } else { subject.send(completion: .finished) }
    }).subscribe(subscriber)
    subscriber.cancel()
    expectEqual(subscriber.log, ["HandleEvents"])
  }

  @Test func theDeinitOfTheUpstreamsSubscriptionMayCancel() {
    let forms: [(AnyPublisher<Int, Never>, RecordingSubscriber<Int, Never>) -> Void] = [
      { $0.dropFirst().subscribe($1) }, { $0.prefix(9).subscribe($1) }, { $0.removeDuplicates().subscribe($1) },
      { $0.handleEvents().subscribe($1) }, { $0.merge(with: Empty(completeImmediately: false)).subscribe($1) },
      { $0.collect(2).map(\.count).subscribe($1) },
    ]
    for form in forms {
      let subscriber = RecordingSubscriber<Int, Never>()
      let upstream = Leaving { subscriber.cancel() }
      form(AnyPublisher(upstream), subscriber)
      upstream.end()
      #expect(subscriber.completions.isEmpty)
    }
  }
}

/// An upstream whose subscription has no other owner, and calls a closure when it is deinitialised.
private final class Leaving: Publisher {
  typealias Output = Int
  typealias Failure = Never

  private final class Subscription: Streams.Subscription {
    let leave: () -> Void
    init(_ leave: @escaping () -> Void) { self.leave = leave }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    deinit { leave() }
  }

  private let leave: () -> Void
  private var downstream: AnySubscriber<Int, Never>?

  init(_ leave: @escaping () -> Void) { self.leave = leave }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    downstream = AnySubscriber(subscriber)
    subscriber.receive(subscription: Subscription(leave))
  }

  func end() { downstream?.receive(completion: .finished) }
}

/// Counts values, but does not keep them.
private final class Forgetful<Input>: Subscriber {
  var subscription: (any Subscription)?
  var count = 0
  private let demand: Subscribers.Demand
  private let end: () -> Void

  init(_ demand: Subscribers.Demand = .unlimited, _ end: @escaping () -> Void = {}) {
    self.demand = demand
    self.end = end
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if demand != .none { subscription.request(demand) }
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    count += 1
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) { end() }
}

private struct Key: Hashable {
  let value: Noisy
  init(_ value: Noisy) { self.value = value }
  static func == (left: Key, right: Key) -> Bool { left.value === right.value }
  func hash(into hasher: inout Hasher) {}
}

private final class Noisy {
  let leave: () -> Void
  init(_ leave: @escaping () -> Void) { self.leave = leave }
  deinit { leave() }
}

/// An operator that ends, and cancels its upstream for it.
private struct Ending {
  typealias Upstream = AnyPublisher<Int, any Error>
  let name: String
  /// Attaches the subscriber to the operator, and has that end.
  let run: (Upstream, PassthroughSubject<Int, any Error>, RecordingSubscriber<Int, any Error>) -> Void

  init<P: Publisher<Int, any Error>>(_ name: String, _ make: @escaping (Upstream) -> P) {
    self.name = name
    run = { upstream, subject, subscriber in
      make(upstream).subscribe(subscriber)
      subject.send(1)
    }
  }

  /// One with another upstream, which fails.
  init<P: Publisher<Int, any Error>>(
    _ name: String, joining make: @escaping (Upstream, PassthroughSubject<Int, any Error>) -> P
  ) {
    self.name = name
    run = { upstream, subject, subscriber in
      let other = PassthroughSubject<Int, any Error>()
      make(upstream, other).subscribe(subscriber)
      subject.send(1)
      other.send(completion: .failure(TestError()))
    }
  }
}

nonisolated(unsafe) private let endings: [Ending] = [
  Ending("prefix") { $0.prefix(1) },
  Ending("prefix(while:)") { $0.prefix { _ in false } },
  Ending("output(at:)") { $0.output(at: 0) },
  Ending("first") { $0.first() },
  Ending("tryMap") { $0.tryMap { _ in throw TestError() } },
  Ending("tryFilter") { $0.tryFilter { _ in throw TestError() } },
  Ending("tryScan") { $0.tryScan(0) { _, _ in throw TestError() } },
  Ending("allSatisfy") { $0.allSatisfy { _ in false }.map { $0 ? 1 : 0 } },
  Ending("merge", joining: { $0.merge(with: $1) }),
  Ending("zip", joining: { $0.zip($1) { $0 + $1 } }),
  Ending("combineLatest", joining: { $0.combineLatest($1) { $0 + $1 } }),
  Ending("flatMap", joining: { upstream, other in upstream.flatMap { _ in other } }),
  Ending("switchToLatest", joining: { upstream, other in upstream.map { _ in other }.switchToLatest() }),
  Ending("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: Just(1)) },
  Ending("drop(untilOutputFrom:)", joining: { $0.drop(untilOutputFrom: $1) }),
]

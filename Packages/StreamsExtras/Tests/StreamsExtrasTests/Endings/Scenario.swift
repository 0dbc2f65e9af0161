import Schedulers
import StreamsExtras

/// One subscription to an operator, and what is counted meanwhile.
final class Scenario {
  enum Ending: CaseIterable { case finish, failure, cancellation }

  /// How many tokens are alive: values, errors and what closures hold.
  fileprivate(set) var alive = 0
  /// How often a closure of the user has been called.
  private(set) var calls = 0
  /// What has happened after the cancellation.
  private(set) var late: [String] = []
  private(set) var isCancelled = false
  private let cancellingCall: Int?
  private var subscription: (any Subscription)?
  private var sink: (any Cancellable)?

  /// - Parameter cancellingCall: The number of the call that cancels, if any.
  init(cancellingCall: Int? = nil) { self.cancellingCall = cancellingCall }

  /// A value, an error, or what a closure holds.
  final class Token: Error, Hashable, @unchecked Sendable {
    let number: Int
    private let scenario: Scenario

    init(_ scenario: Scenario, _ number: Int = 0) {
      (self.scenario, self.number) = (scenario, number)
      scenario.alive += 1
    }

    deinit { scenario.alive -= 1 }

    /// Returns the value, from a closure that holds the token. Counts the call, which may cancel.
    func pass<Value>(_ value: Value) -> Value {
      scenario.note("a call")
      scenario.calls += 1
      if scenario.calls == scenario.cancellingCall { scenario.cancel() }
      return value
    }

    static func == (a: Token, b: Token) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  fileprivate func note(_ event: String) { if isCancelled { late.append(event) } }

  /// Cancels, unless no subscription has arrived.
  func cancel() {
    if isCancelled { return }
    isCancelled = sink != nil || subscription != nil
    sink?.cancel()
    subscription?.cancel()
  }

  /// Subscribes and keeps the subscription, or a sink.
  func subscribe<P: Publisher>(to publisher: P, withSink: Bool) {
    let token = Token(self)
    if withSink {
      let sink = Subscribers.Sink<P.Output, P.Failure> {
        _ = token.pass($0)
      } receiveValue: {
        _ = token.pass($0)
      }
      self.sink = sink
      return publisher.subscribe(sink)
    }
    publisher.subscribe(
      AnySubscriber<P.Output, P.Failure>(
        receiveSubscription: { [unowned self] in
          subscription = $0
          token.pass($0).request(.unlimited)
        },
        receiveValue: {
          _ = token.pass($0)
          return .none
        }, receiveCompletion: { _ = token.pass($0) }))
  }
}

/// A custom publisher. It is composed of subjects, or keeps its subscribers after the end.
final class Upstream: Publisher {
  typealias Output = Scenario.Token
  typealias Failure = Scenario.Token

  private let scenario: Scenario
  private let keepsSubscribers: Bool
  private var subjects: [PassthroughSubject<Output, Failure>] = []
  private var connections: [Connection] = []
  /// The number of subscribers to subjects that have neither ended nor been cancelled.
  private var toSubjects = 0

  init(_ scenario: Scenario, keepsSubscribers: Bool) {
    (self.scenario, self.keepsSubscribers) = (scenario, keepsSubscribers)
  }

  /// The number of subscribers that have neither ended nor been cancelled.
  var running: Int { toSubjects + connections.filter { !$0.isOver }.count }

  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    scenario.note("a subscription")
    if keepsSubscribers {
      let connection = Connection(AnySubscriber(subscriber))
      connections.append(connection)
      return subscriber.receive(subscription: connection)
    }
    toSubjects += 1
    let subject = PassthroughSubject<Output, Failure>()
    subjects.append(subject)
    subject.handleEvents(receiveCompletion: { _ in self.toSubjects -= 1 }, receiveCancel: { self.toSubjects -= 1 })
      .subscribe(subscriber)
  }

  func send(_ number: Int) {
    for subject in subjects { subject.send(Output(scenario, number)) }
    for connection in connections where !connection.isOver {
      _ = connection.subscriber.receive(Output(scenario, number))
    }
  }

  func end(fails: Bool) {
    let ended = subjects
    subjects = []
    for subject in ended { subject.send(completion: fails ? .failure(Failure(scenario)) : .finished) }
    for connection in connections where !connection.isOver {
      connection.isOver = true
      connection.subscriber.receive(completion: fails ? .failure(Failure(scenario)) : .finished)
    }
  }

  private final class Connection: Subscription {
    let subscriber: AnySubscriber<Output, Failure>
    var isOver = false

    init(_ subscriber: AnySubscriber<Output, Failure>) { self.subscriber = subscriber }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { isOver = true }
  }
}

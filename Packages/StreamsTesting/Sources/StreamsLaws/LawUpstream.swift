import Foundation

typealias LawEnd = Subscribers.Completion<LawError>

extension LawEnd {
  static var failed: Self { .failure(LawError()) }
}

// Sendable because everything that changes is in its feed, which is guarded by a lock.
/// The upstream to which ``Laws`` applies an operator. It sends 1, 2, 3 ... on request, then finishes, fails or stops,
/// and logs requests and cancellations. In some situations it breaks the rules on purpose.
public final class LawUpstream: Publisher, @unchecked Sendable {
  public typealias Output = Int
  public typealias Failure = LawError

  let feed: LawFeed

  init(_ feed: LawFeed) { self.feed = feed }

  /// This upstream as a publisher that cannot fail, for operators that need one.
  public var unfailing: some Publisher<Int, Never> { Unfailing(upstream: self) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == LawError {
    feed.attach(subscriber)
  }

  /// Finishes where the upstream would fail.
  private struct Unfailing: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let upstream: LawUpstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      let finishing = AnySubscriber<Int, LawError>(
        receiveSubscription: { subscriber.receive(subscription: $0) }, receiveValue: { subscriber.receive($0) },
        receiveCompletion: { _ in subscriber.receive(completion: .finished) })
      upstream.feed.attach(finishing)
    }
  }
}

/// The values that the lines of an upstream can send, and the log of their requests.
///
/// Sendable because `lock` guards its state and that of its lines.
final class LawFeed: @unchecked Sendable {
  /// The log of one line, which outlives the line.
  struct Ledger {
    var requests: [Subscribers.Demand] = []
    var cancels = 0
    var hasEnded = false
    var cancelsAfterEnd = 0
    fileprivate weak var line: LawLine?
  }

  let trace: LawTrace
  fileprivate let lock = NSLock()
  // Guarded by `lock`.
  fileprivate var available: Int
  fileprivate var end: LawEnd?
  fileprivate var log: [Ledger] = []
  private var kept: [any Subscriber<Int, LawError>]?

  init(_ trace: LawTrace, available: Int, end: LawEnd?) {
    self.trace = trace
    self.available = available
    self.end = end
  }

  var ledgers: [Ledger] { lock.withLock { log } }
  var aliveLines: Int { ledgers.count { $0.line != nil } }
  var openLines: [LawLine] { ledgers.compactMap(\.line).filter { $0.subscriber != nil } }

  /// Opens a line to a subscriber, and sends it the subscription. With a name, it is an additional one.
  func attach(_ subscriber: any Subscriber<Int, LawError>, as name: String? = nil) {
    trace.note(name.map { "   upstream sends \($0)" } ?? "   upstream is subscribed to")
    let line = lock.withLock {
      let line = LawLine(self, name ?? "upstream", number: log.count, subscriber)
      log.append(Ledger(line: line))
      kept?.append(subscriber)
      return line
    }
    line.sendSubscription()
  }

  /// From now on, the upstream keeps its subscribers until it is deinitialised, even after a cancellation or its end.
  func keepSubscribers() { lock.withLock { kept = [] } }

  func push() {
    lock.withLock { available += 1 }
    for line in openLines { line.drain() }
  }

  /// Makes values and the end available. The callers send them, each line on its own thread.
  func load(_ count: Int, _ end: LawEnd) {
    lock.withLock {
      available += count
      self.end = end
    }
  }

  func finish(_ end: LawEnd) {
    load(0, end)
    for line in openLines { line.drain() }
  }

  /// Ends the lines that are delivering their last value.
  func finishWithin(_ end: LawEnd) { for line in openLines { line.finishWithin(end) } }
}

/// The subscription of a controlled upstream.
///
/// Sendable because its feed's lock guards its state, and only the thread that set `isDraining` sends.
final class LawLine: Subscription, CustomStringConvertible, @unchecked Sendable {
  private let feed: LawFeed
  private let name: String
  /// The index of its log.
  private let number: Int
  // Guarded by the feed's lock.
  private var target: (any Subscriber<Int, LawError>)?
  private var demand = Subscribers.Demand.none
  private var position = 0
  private var isDraining = false
  /// Whether the subscriber has received this subscription. Before that, only a request may send values.
  private var isSubscribed = false

  init(_ feed: LawFeed, _ name: String, number: Int, _ subscriber: any Subscriber<Int, LawError>) {
    self.feed = feed
    self.name = name
    self.number = number
    target = subscriber
  }

  var description: String { "LawUpstream" }
  /// The subscriber, for a source that breaks the rules.
  var subscriber: (any Subscriber<Int, LawError>)? { feed.lock.withLock { target } }

  func sendSubscription() {
    subscriber?.receive(subscription: self)
    feed.lock.withLock { isSubscribed = true }
    drain()
  }

  func request(_ more: Subscribers.Demand) {
    feed.trace.note("   \(name) receives request(\(more))")
    feed.lock.withLock {
      feed.log[number].requests.append(more)
      demand += more
    }
    drain(onRequest: true)
  }

  func cancel() {
    feed.trace.note("   \(name) is cancelled")
    releaseSubscriber {
      $0.cancels += 1
      if $0.hasEnded { $0.cancelsAfterEnd += 1 }
    }
  }

  fileprivate func finishWithin(_ end: LawEnd) {
    guard let target = feed.lock.withLock({ isDraining && position == feed.available ? target : nil }) else { return }
    feed.trace.note("   upstream, during the delivery: \(end)")
    complete(end, target)
  }

  private func complete(_ end: LawEnd, _ target: any Subscriber<Int, LawError>) {
    releaseSubscriber { $0.hasEnded = true }
    target.receive(completion: end)
  }

  private func releaseSubscriber(_ note: (inout LawFeed.Ledger) -> Void) {
    let former = feed.lock.withLock {
      note(&feed.log[number])
      return exchange(&target, with: nil)
    }
    withExtendedLifetime(former) {}
  }

  /// Sends the requested and available values. One thread at a time sends, in a loop.
  func drain(onRequest: Bool = false) {
    while let (event, target) = next(onRequest) {
      var more = Subscribers.Demand.none
      switch event {
      case .value(let value):
        feed.trace.note("   upstream sends \(value)")
        more = target.receive(value)
        if more != .none { feed.trace.note("   upstream receives \(more) in return") }
      case .completion(let end):
        feed.trace.note("   upstream: \(end)")
        complete(end, target)
      case .subscription, .cancellation: break
      }
      feed.lock.withLock {
        if more != .none { feed.log[number].requests.append(more) }
        demand += more
        isDraining = false
      }
    }
  }

  private func next(_ onRequest: Bool) -> (StreamEvent<Int, LawError>, any Subscriber<Int, LawError>)? {
    feed.lock.withLock {
      guard !isDraining, isSubscribed || onRequest, let target else { return nil }
      let hasValues = position < feed.available
      isDraining = hasValues ? demand > .none : feed.end != nil
      guard isDraining else { return nil }
      guard hasValues else { return feed.end.map { (.completion($0), target) } }
      demand -= 1
      position += 1
      return (.value(position), target)
    }
  }
}

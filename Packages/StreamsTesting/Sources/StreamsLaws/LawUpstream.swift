import Foundation

/// How an upstream under control ends.
enum LawEnd: Sendable, CustomStringConvertible {
  case finished, failed
  var description: String { self == .finished ? "finished" : "failure(LawError)" }
  var verb: String { self == .finished ? "finishes" : "fails" }
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
  public var unfailing: Unfailing { Unfailing(upstream: self) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == LawError {
    feed.attach(
      LawLine(
        feed, subscription: { subscriber.receive(subscription: $0) }, value: { subscriber.receive($0) },
        completion: { subscriber.receive(completion: $0 == .finished ? .finished : .failure(LawError())) }))
  }

  /// An upstream under control that finishes where the other would fail.
  public struct Unfailing: Publisher {
    public typealias Output = Int
    public typealias Failure = Never

    let upstream: LawUpstream

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      upstream.feed.attach(
        LawLine(
          upstream.feed, subscription: { subscriber.receive(subscription: $0) }, value: { subscriber.receive($0) },
          completion: { _ in subscriber.receive(completion: .finished) }))
    }
  }
}

/// What the lines of an upstream have to send.
///
/// Sendable because its state is guarded by `lock`.
final class LawFeed: @unchecked Sendable {
  let trace: LawTrace
  private let lock = NSLock()
  // Guarded by `lock`.
  private var available: Int
  private var end: LawEnd?
  private var open: [LawLine] = []
  private var alive = 0
  private var ledger: [LawLine.Ledger] = []
  private var isKeeping = false
  private var kept: [LawLine.Ends] = []

  init(_ trace: LawTrace, available: Int, end: LawEnd?) {
    self.trace = trace
    self.available = available
    self.end = end
  }

  /// How many values there are, and what comes after them.
  var stock: (available: Int, end: LawEnd?) { lock.withLock { (available, end) } }
  /// How many lines have not been released.
  var aliveLines: Int { lock.withLock { alive } }
  /// What was asked of each line, in the order in which they were attached.
  var ledgers: [LawLine.Ledger] { lock.withLock { ledger } }
  var openLines: [LawLine] { lock.withLock { open } }

  fileprivate func attach(_ line: LawLine) {
    trace.note("   upstream is subscribed to")
    lock.withLock {
      open.append(line)
      alive += 1
      ledger.append(line.ledger)
      if isKeeping, let ends = line.ends { kept.append(ends) }
    }
    line.greet()
  }

  /// From now on it keeps its subscribers for as long as it lives, also when they have cancelled or it has ended.
  func keepSubscribers() { lock.withLock { isKeeping = true } }

  /// Makes one more value available, and sends it to subscribers with demand.
  func push() {
    let lines = lock.withLock {
      available += 1
      return open
    }
    for line in lines { line.drain() }
  }

  /// Makes values and the end available, and leaves it to others to send them: each line by a thread of its own.
  func load(_ count: Int, _ end: LawEnd) {
    lock.withLock {
      available += count
      self.end = end
    }
  }

  func finish(_ end: LawEnd) {
    let lines = lock.withLock {
      self.end = end
      return open
    }
    for line in lines { line.drain() }
  }

  /// Ends those that deliver their last value just now.
  func finishWithin(_ end: LawEnd) { for line in openLines { line.finishWithin(end) } }

  fileprivate func close(_ line: LawLine) { lock.withLock { open.removeAll { $0 === line } } }
  fileprivate func lineIsGone() { lock.withLock { alive -= 1 } }
}

/// The subscription of an upstream under control.
///
/// Sendable because its state is guarded by `lock`, and only the thread that set `isDraining` sends.
final class LawLine: Subscription, CustomStringConvertible, @unchecked Sendable {
  /// What was asked of a line; outlives it.
  ///
  /// Sendable because it is guarded by `lock`.
  final class Ledger: @unchecked Sendable {
    private let lock = NSLock()
    private var state = (requests: [Subscribers.Demand](), cancels: 0, hasEnded: false, cancelsAfterEnd: 0)
    var requests: [Subscribers.Demand] { lock.withLock { state.requests } }
    var cancels: Int { lock.withLock { state.cancels } }
    var hasEnded: Bool { lock.withLock { state.hasEnded } }
    var cancelsAfterEnd: Int { lock.withLock { state.cancelsAfterEnd } }
    fileprivate func note(request: Subscribers.Demand) { lock.withLock { state.requests.append(request) } }
    fileprivate func noteEnd() { lock.withLock { state.hasEnded = true } }
    fileprivate func noteCancel() {
      lock.withLock {
        state.cancels += 1
        if state.hasEnded { state.cancelsAfterEnd += 1 }
      }
    }
  }

  let ledger = Ledger()
  private let feed: LawFeed
  private let lock = NSLock()
  // Guarded by `lock`.
  private var subscriber: Ends?
  private var demand = Subscribers.Demand.none
  private var position = 0
  private var isDraining = false
  /// Whether the subscriber has received this: only a request may make it send before.
  private var hasGreeted = false

  struct Ends {
    let subscription: (any Subscription) -> Void
    let value: (Int) -> Subscribers.Demand
    let completion: (LawEnd) -> Void
  }

  init(
    _ feed: LawFeed, subscription: @escaping (any Subscription) -> Void,
    value: @escaping (Int) -> Subscribers.Demand, completion: @escaping (LawEnd) -> Void
  ) {
    self.feed = feed
    subscriber = Ends(subscription: subscription, value: value, completion: completion)
  }

  deinit { feed.lineIsGone() }

  var description: String { "LawUpstream" }
  /// The subscriber's functions, for a source that breaks the rules.
  var ends: Ends? { lock.withLock { subscriber } }

  func greet() {
    ends?.subscription(self)
    lock.withLock { hasGreeted = true }
    drain()
  }

  func request(_ more: Subscribers.Demand) {
    feed.trace.note("   upstream receives request(\(more))")
    ledger.note(request: more)
    lock.withLock { demand += more }
    drain(onRequest: true)
  }

  func cancel() {
    feed.trace.note("   upstream is cancelled")
    ledger.noteCancel()
    letGo()
  }

  /// Ends from within the delivery of the last value.
  fileprivate func finishWithin(_ end: LawEnd) {
    let available = feed.stock.available
    guard let ends = lock.withLock({ isDraining && position == available ? subscriber : nil }) else { return }
    feed.trace.note("   upstream, during the delivery: \(end)")
    ledger.noteEnd()
    letGo()
    ends.completion(end)
  }

  private func letGo() {
    let gone = lock.withLock {
      defer { subscriber = nil }
      return subscriber
    }
    feed.close(self)
    _ = gone
  }

  private enum Step {
    case value(Int, Ends)
    case end(LawEnd, Ends)
  }

  /// Sends what is wanted and there; one thread at a time, in a loop.
  func drain(onRequest: Bool = false) {
    while let step = next(onRequest) {
      switch step {
      case .value(let value, let ends):
        feed.trace.note("   upstream sends \(value)")
        let more = ends.value(value)
        if more != .none {
          feed.trace.note("   upstream receives \(more) in return")
          ledger.note(request: more)
        }
        lock.withLock {
          demand += more
          isDraining = false
        }
      case .end(let end, let ends):
        feed.trace.note("   upstream: \(end)")
        ledger.noteEnd()
        letGo()
        ends.completion(end)
        lock.withLock { isDraining = false }
      }
    }
  }

  private func next(_ onRequest: Bool) -> Step? {
    lock.withLock {
      guard !isDraining, hasGreeted || onRequest, let subscriber else { return nil }
      let stock = feed.stock
      if position < stock.available {
        guard demand > .none else { return nil }
        demand -= 1
        position += 1
        isDraining = true
        return .value(position, subscriber)
      }
      guard let end = stock.end else { return nil }
      isDraining = true
      return .end(end, subscriber)
    }
  }
}

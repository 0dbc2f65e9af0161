import Foundation

/// One new publisher with one subscriber, and the expectations on them.
final class LawRun {
  enum Mode {
    case traced, untraced
    /// Several threads act. Neither the trace nor the observer takes a lock, which would synchronise them.
    case racing
  }

  let situation: String
  let total: Int
  let end: LawEnd?
  let play: LawPlay
  let observer: LawObserver
  let trace: LawTrace
  private let lab: LawLab
  /// Whether the upstream has caused the breaches that the observer has recorded.
  var ignoresBreaches = false
  var instance: LawInstance?
  /// Kept, because a subscriber would keep itself.
  private var subscribers: [AnyObject] = []
  /// After the first failed expectation, the others are meaningless.
  private var hasFailed = false

  init(_ lab: LawLab, _ situation: String, total: Int, end: LawEnd?, play: LawPlay, mode: Mode) {
    self.lab = lab
    self.situation = situation
    self.total = total
    self.end = end
    self.play = play
    trace = LawTrace(isOn: mode == .traced)
    observer = LawObserver(trace, isRacing: mode == .racing)
    let isLoaded = play == .loaded
    let feed = LawFeed(trace, available: isLoaded ? total : 0, end: isLoaded ? end : nil)
    instance = lab.specimen.make(LawUpstream(feed))
  }

  var feed: LawFeed? { instance?.feed }
  var ledgers: [LawFeed.Ledger] { feed?.ledgers ?? [] }

  // MARK: What is done

  func subscribe(_ another: LawObserver? = nil) {
    trace.note("-> subscribe\(another == nil ? "" : " again")")
    if let subscriber = instance?.subscribe(another ?? observer) { subscribers.append(subscriber) }
    settle()
  }

  func subscribe(requesting demands: [Subscribers.Demand]) {
    if !demands.isEmpty { observer.onSubscription = { for demand in demands { $0.request(demand) } } }
    subscribe()
  }

  /// Subscribes, requests `demands` while it receives the subscription, and sends everything.
  func subscribeAndPlay(requesting demands: Subscribers.Demand...) {
    subscribe(requesting: demands)
    playAll()
  }

  /// Releases the subscriber, and returns it, so that the caller can watch it with `weak let`.
  func releaseSubscriber() -> AnyObject? { subscribers.popLast() }

  func request(_ demand: Subscribers.Demand) {
    observer.request(demand)
    settle()
  }

  func cancel() {
    observer.cancel()
    settle()
  }

  /// Sends `count` values, unless they are loaded already.
  func play(_ count: Int) { if play == .pushed { for _ in 0..<count { push() } } }

  /// Sends all values after the first `count`, and the end, unless they are loaded already.
  func playAll(after count: Int = 0) {
    play(total - count)
    if play == .pushed, let end { finish(end) }
    settle()
  }

  func push() {
    send()
    settle()
  }

  /// Sends a value without advancing the scheduler.
  func send() { instance?.push?() }

  func finish(_ end: LawEnd) {
    complete(end)
    settle()
  }

  /// Sends the end without advancing the scheduler.
  func complete(_ end: LawEnd) { instance?.end?(end) }

  func settle() { instance?.advance?() }

  // MARK: What is expected

  var reference: LawObserver { lab.reference(total: total, end: end, play: play) }

  func expect(
    _ rule: LawRule, _ holds: Bool, _ expected: @autoclosure () -> String, _ actual: @autoclosure () -> String
  ) {
    lab.count(rule)
    guard !holds, !hasFailed, ignoresBreaches || observer.breaches.isEmpty else { return }
    report(.init(rule: rule, expected: expected(), actual: actual()))
  }

  private func report(_ breach: LawObserver.Breach) {
    hasFailed = true
    lab.report(breach, in: situation, trace)
  }

  /// Expects the first `limit` values of the reference, as far as they are guaranteed. Otherwise `rule` is broken.
  func expectValues(_ rule: LawRule, limit: Int? = nil, by observer: LawObserver? = nil) {
    let count = min(limit ?? .max, reference.values.count)
    if lab.specimen.failuresSkipBuffer, reference.hasFailed || end == .failed { return }
    let wanted = Array(reference.values.prefix(count))
    if let observer, expectNoBreach(by: observer) { return }
    let values = (observer ?? self.observer).values
    switch lab.specimen.delivers {
    case .some: return
    case .all:
      expect(rule, values.count >= count, "\(list(wanted))", "\(list(values))")
      expect(.everyValueOnceInOrder, values == wanted, "\(list(wanted))", "\(list(values))")
    case .allInAnyOrder:
      expect(rule, values.count >= count, "\(count) values", "\(list(values))")
      expect(.everyValueOnceInOrder, values.count == count, "\(count) values", "\(list(values))")
      if count == reference.values.count {
        expect(
          .everyValueOnceInOrder, values.sorted() == wanted.sorted(), "\(list(wanted)) in any order", "\(list(values))")
      }
    }
  }

  /// Reports the first breach of another observer. Returns whether there is one.
  @discardableResult func expectNoBreach(by observer: LawObserver) -> Bool {
    guard let breach = observer.breaches.first, !hasFailed else { return hasFailed }
    report(breach)
    return true
  }

  /// For a publisher that drops values without demand: expects, beyond the `count` values received before, as many as the
  /// reference receives after the upstream's first `played` values. Otherwise `rule` is broken.
  func expectMoreValues(_ rule: LawRule, than count: Int, after played: Int) {
    guard lab.specimen.delivers == .some, play == .pushed else { return }
    let wanted = reference.values.count - lab.reference(total: played, end: nil, play: play).values.count
    let values = observer.values.dropFirst(count)
    expect(rule, values.count >= wanted, "\(wanted) values after the request", "\(list(Array(values)))")
  }

  /// Expects the same end as the reference. Without an end, `rule` is broken.
  func expectEnd(_ rule: LawRule) {
    if reference.completion != nil, lab.specimen.failuresSkipBuffer, reference.hasFailed || end == .failed {
      return expect(rule, observer.completion != nil, "a completion", "none")
    }
    if let wanted = reference.completion { expect(rule, observer.completion != nil, wanted, "no completion") }
    expectEnd(like: reference)
  }

  func expectEnd(like reference: LawObserver) {
    let (wanted, actual) = (reference.completion, observer.completion)
    expect(.sameEndForAnyDemand, actual == wanted, wanted ?? "no completion", actual ?? "no completion")
  }

  /// Expects that each line to the upstream that has not ended was cancelled. Otherwise `rule` is broken.
  func expectUpstreamCancelled(_ rule: LawRule) {
    for ledger in ledgers where !ledger.hasEnded {
      expect(rule, ledger.cancels > 0, "upstream is cancelled", "it is not")
      // An operator that forwards the upstream's subscription cannot prevent a second cancellation.
      if lab.specimen.forwardsSubscription { continue }
      expect(.secondCancelIgnored, ledger.cancels <= 1, "upstream is cancelled once", "\(ledger.cancels) times")
    }
  }

  func conclude() {
    for ledger in ledgers {
      expect(.noEmptyRequests, !ledger.requests.contains(.none), "no request for zero values", "request(max(0))")
    }
    observer.releaseCallbacks()
    for rule in observer.watched { lab.count(rule) }
    if !ignoresBreaches { expectNoBreach(by: observer) }
  }

  private func list(_ values: [String]) -> String {
    if values.isEmpty { return "no values" }
    let start = values.prefix(12).joined(separator: ", ")
    return values.count > 12 ? "\(start) ... (\(values.count) values)" : start
  }
}

import Foundation
import StreamsLaws
import StreamsTesting

/// Passes the first `count` values on, and keeps all rules but one.
struct FlawedOperator: Publisher {
  typealias Output = Int
  typealias Failure = LawError

  let upstream: LawUpstream
  let flaw: LawRule?
  let count: Int

  init(_ upstream: LawUpstream, _ flaw: LawRule?, count: Int = .max) {
    self.upstream = upstream
    self.flaw = flaw
    self.count = count
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == LawError {
    upstream.subscribe(Inner(flaw, count, subscriber))
  }

  private final class Inner<D: Subscriber>: Subscriber, Subscription where D.Input == Int, D.Failure == LawError {
    typealias Input = Int
    typealias Failure = LawError

    let flaw: LawRule?
    let lock = NSLock()
    // Guarded by `lock`.
    var left: Int
    var downstream: D?
    weak var former: AnyObject?
    var upstream: (any Subscription)?
    var hasGreeted = false
    var hasExcess = false
    var demand = Subscribers.Demand.none
    var kept: (AnyObject, (any Subscription)?)?

    init(_ flaw: LawRule?, _ count: Int, _ downstream: D) {
      self.flaw = flaw
      self.downstream = downstream
      left = count
    }

    func receive(subscription: any Subscription) {
      let isFirst = lock.withLock {
        if hasGreeted, flaw != .secondSubscriptionRejected { return false }
        let isFirst = !hasGreeted
        hasGreeted = true
        upstream = subscription
        return isFirst
      }
      if !isFirst, flaw != .secondSubscriptionRejected { return subscription.cancel() }
      if !isFirst { return }
      downstream?.receive(subscription: self)
      if flaw == .noEmptyRequests { subscription.request(.none) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      let (target, isLast): (D?, Bool) = lock.withLock {
        if !hasGreeted { return (nil, false) }
        if flaw == .excessValuesTolerated, demand == .none, hasGreeted { hasExcess = true }
        if flaw == .unlimitedStaysUnlimited, demand == .none { return (nil, false) }
        if demand > .none { demand -= 1 }
        left -= 1
        return (downstream ?? (flaw == .eventsAfterEndIgnored ? former as? D : nil), left == 0)
      }
      guard let target else { return .none }
      let more = target.receive(input)
      lock.withLock { demand += more }
      guard isLast, lock.withLock({ downstream != nil }) else { return more }
      let last = end()
      if flaw != .earlyEndCancelsUpstream { last.upstream?.cancel() }
      last.downstream?.receive(completion: .finished)
      return .none
    }

    func receive(completion: Subscribers.Completion<LawError>) {
      guard lock.withLock({ hasGreeted && !hasExcess }) else { return }
      if flaw == .eventsAfterEndIgnored, let former = lock.withLock({ former as? D }) {
        return former.receive(completion: completion)
      }
      let last = end()
      if flaw == .noCancelAfterUpstreamEnds { last.upstream?.cancel() }
      last.downstream?.receive(completion: completion)
    }

    private func end() -> (downstream: D?, upstream: (any Subscription)?) {
      lock.withLock {
        defer {
          former = downstream as AnyObject?
          downstream = nil
          if flaw == .noLeaks { kept = (self, upstream) }
          if flaw != .secondCancelIgnored { upstream = nil }
        }
        return (downstream, upstream)
      }
    }

    func request(_ more: Subscribers.Demand) {
      let upstream = lock.withLock {
        if flaw == .unlimitedStaysUnlimited, demand == .unlimited { demand = more } else { demand += more }
        return self.upstream
      }
      upstream?.request(more)
    }

    func cancel() {
      let last = end()
      if flaw != .cancelReachesUpstream { last.upstream?.cancel() }
    }
  }
}

/// Delays by a little, and delivers although it was cancelled.
struct FlawedDelay<S: Scheduler>: Publisher {
  typealias Output = Int
  typealias Failure = LawError

  let upstream: LawUpstream
  let scheduler: S

  func receive<D: Subscriber>(subscriber: D) where D.Input == Int, D.Failure == LawError {
    upstream.subscribe(Inner(scheduler, subscriber))
  }

  private final class Inner<D: Subscriber>: Subscriber, Subscription where D.Input == Int, D.Failure == LawError {
    typealias Input = Int
    typealias Failure = LawError

    let scheduler: S
    let lock = NSLock()
    // Guarded by `lock`.
    var downstream: D?
    var upstream: (any Subscription)?
    var isDelivering = false
    var wasCancelledInside = false

    init(_ scheduler: S, _ downstream: D) {
      self.scheduler = scheduler
      self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
      let isFirst = lock.withLock {
        defer { if upstream == nil { upstream = subscription } }
        return upstream == nil
      }
      if isFirst { downstream?.receive(subscription: self) } else { subscription.cancel() }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      // Kept here, and so is not stopped by a cancel.
      guard let target = lock.withLock({ upstream == nil ? nil : downstream }) else { return .none }
      scheduler.schedule {
        guard self.lock.withLock({ self.enter() }) else { return }
        let more = target.receive(input)
        self.lock.withLock { self.isDelivering = false }
        if more != .none { self.request(more) }
      }
      return .none
    }

    private func enter() -> Bool {
      isDelivering = !wasCancelledInside
      return isDelivering
    }

    func receive(completion: Subscribers.Completion<LawError>) {
      if lock.withLock({ upstream == nil }) { return }
      scheduler.schedule {
        let target = self.lock.withLock {
          defer {
            self.downstream = nil
            self.upstream = nil
          }
          return self.downstream
        }
        target?.receive(completion: completion)
      }
    }

    func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

    func cancel() {
      let last = lock.withLock {
        defer {
          downstream = nil
          upstream = nil
        }
        if isDelivering { wasCancelledInside = true }
        return upstream
      }
      last?.cancel()
    }
  }
}

/// A subject that loses values sent during a delivery.
final class FlawedSubject: Subject {
  typealias Output = Int
  typealias Failure = LawError

  private let inner = PassthroughSubject<Int, LawError>()
  private let lock = NSLock()
  private var sender: Thread?

  func send(_ value: Int) {
    let before = lock.withLock {
      defer { if sender == nil { sender = .current } }
      return sender
    }
    if before === Thread.current { return }
    inner.send(value)
    lock.withLock { if sender === Thread.current { sender = nil } }
  }

  func send(completion: Subscribers.Completion<LawError>) { inner.send(completion: completion) }
  func send(subscription: any Subscription) { inner.send(subscription: subscription) }
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == LawError {
    inner.receive(subscriber: subscriber)
  }
}

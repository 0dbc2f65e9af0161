import Foundation
import StreamsLaws
import StreamsTesting

/// Sends 1 to 200, and keeps all rules but one.
final class FlawedSource: Publisher, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = LawError

  private let flaw: LawRule?
  private let lock = NSLock()
  // Guarded by `lock`. The subscribers share this, which they should not.
  private var isCancelled = false

  init(_ flaw: LawRule?) { self.flaw = flaw }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == LawError {
    if flaw == .subscribeFromCallbacks, Thread.current.threadDictionary["delivers"] != nil { return }
    let inner = Inner(self, subscriber)
    if flaw == .subscriptionFirst { _ = subscriber.receive(0) }
    subscriber.receive(subscription: inner)
    if flaw == .oneSubscription { subscriber.receive(subscription: inner) }
  }

  /// A thread that raises the demand during no delivery starts one.
  private final class Inner<D: Subscriber>: Subscription where D.Input == Int, D.Failure == LawError {
    let parent: FlawedSource
    let flaw: LawRule?
    let lock = NSLock()
    // Guarded by `lock`, all but the last.
    var downstream: D?
    weak var former: AnyObject?
    var kept: AnyObject?
    var demand = Subscribers.Demand.none
    var next = 1
    var deliverer: Thread?
    var isOver = false
    var hasAsked = false
    var hasCompleted = false
    var wasLimited = false
    var hasOverdrawn = false

    init(_ parent: FlawedSource, _ downstream: D) {
      self.parent = parent
      self.downstream = downstream
      flaw = parent.flaw
      if flaw == .noLeaks { kept = self }
    }

    func request(_ more: Subscribers.Demand) {
      lock.lock()
      if isOver {
        lock.unlock()
        if flaw == .requestsAfterEndIgnored { _ = (former as? D)?.receive(1000) }
        return
      }
      let isInside = deliverer === Thread.current
      if flaw == .demandAddsUp, hasAsked, deliverer == nil { return lock.unlock() }
      if flaw == .requestsFromCallbacksCount, isInside { return lock.unlock() }
      if flaw == .everyValueOnceInOrder, hasAsked, deliverer == nil, next > 1 { next -= 1 }
      if more != .unlimited { wasLimited = true }
      hasAsked = true
      demand += more
      if isInside, flaw == .noRecursion { return deliver() }
      if isInside, flaw == .oneAtATime { return deliverElsewhere() }
      guard deliverer == nil else { return lock.unlock() }
      deliver()
    }

    private func deliverElsewhere() {
      lock.unlock()
      let done = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let go = {
        self.lock.lock()
        self.deliver()
        done.signal()
      }
      Thread.detachNewThread { go() }
      done.wait()
    }

    /// Called with the lock, and gives it back.
    private func deliver() {
      deliverer = .current
      while let downstream, !isOver {
        let isOverdrawing = flaw == .neverMoreThanRequested && !hasOverdrawn && next <= 200
        if next <= 200, demand > .none || isOverdrawing {
          if demand > .none { demand -= 1 } else { hasOverdrawn = true }
          let value = next
          next += 1
          let more = call { downstream.receive(value) }
          if flaw != .returnedDemandCounts { demand += more }
        } else if next > 200, flaw != .completionNeedsNoDemand || demand > .none {
          complete(downstream)
        } else {
          break
        }
      }
      deliverer = nil
      let keeps = hasCompleted ? LawRule.releasedAfterCompletion : .releasedAfterCancel
      let gone = isOver && flaw != keeps ? letGo() : nil
      lock.unlock()
      _ = gone
    }

    private func complete(_ downstream: D) {
      isOver = true
      hasCompleted = true
      let gone = flaw == .releasedAfterCompletion ? nil : letGo()
      let end: Subscribers.Completion<LawError> =
        flaw == .sameEndForAnyDemand && wasLimited ? .failure(LawError()) : .finished
      call { downstream.receive(completion: end) }
      if flaw == .oneCompletion { call { downstream.receive(completion: end) } }
      if flaw == .nothingAfterCompletion { _ = call { downstream.receive(2000) } }
      _ = gone
    }

    /// Calls out without the lock, as it should be.
    private func call<R>(_ body: () -> R) -> R {
      let marks = Thread.current.threadDictionary
      let before = marks["delivers"]
      marks["delivers"] = true
      if flaw != .callsReturn { lock.unlock() }
      defer {
        if flaw != .callsReturn { lock.lock() }
        marks["delivers"] = before
        if flaw == .independentSubscribers, parent.lock.withLock({ parent.isCancelled }) { isOver = true }
      }
      return body()
    }

    private func letGo() -> D? {
      defer { downstream = nil }
      former = downstream as AnyObject?
      return downstream
    }

    func cancel() {
      lock.lock()
      if flaw == .cancelFromCallbacks, deliverer === Thread.current { return lock.unlock() }
      isOver = true
      parent.lock.withLock { parent.isCancelled = true }
      let gone = deliverer == nil && flaw != .releasedAfterCancel ? letGo() : nil
      lock.unlock()
      _ = gone
    }
  }
}

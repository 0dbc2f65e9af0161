import Foundation
import StreamsLaws
import StreamsTesting

/// Passes everything on, and does it well as long as it is called by one thread only.
struct RacyOperator: Publisher {
  typealias Output = Int
  typealias Failure = LawError

  /// The error with a value that arrives on another thread than the previous one.
  enum Flaw: Sendable { case loses, doubles }

  let upstream: LawUpstream
  let flaw: Flaw?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == LawError {
    upstream.subscribe(Inner(flaw, subscriber))
  }

  private final class Inner<D: Subscriber>: Subscriber where D.Input == Int, D.Failure == LawError {
    let flaw: Flaw?
    let downstream: D
    /// Belongs to the delivery, which upstream makes serial.
    var former: Thread?

    init(_ flaw: Flaw?, _ downstream: D) {
      self.flaw = flaw
      self.downstream = downstream
    }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Int) -> Subscribers.Demand {
      let isElsewhere = former != nil && former !== Thread.current
      former = .current
      if isElsewhere, flaw == .loses { return .none }
      let more = downstream.receive(input)
      return isElsewhere && flaw == .doubles ? more + downstream.receive(input) : more
    }

    func receive(completion: Subscribers.Completion<LawError>) { downstream.receive(completion: completion) }
  }
}

/// Merges upstream with itself, and lets both deliver at the same time.
struct UnserialMerge: Publisher {
  typealias Output = Int
  typealias Failure = LawError

  let upstream: LawUpstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == LawError {
    let hub = Hub(subscriber)
    upstream.subscribe(Side(hub))
    upstream.subscribe(Side(hub))
    subscriber.receive(subscription: hub)
  }

  private final class Hub<D: Subscriber>: Subscription where D.Input == Int, D.Failure == LawError {
    let lock = NSLock()
    // Guarded by `lock`.
    var subscriptions: [any Subscription] = []
    var ends = 0
    /// How many have come to meet, and the thread of the last one.
    var arrived = 0
    var last: Thread?
    // Constant.
    let downstream: D

    init(_ downstream: D) { self.downstream = downstream }

    func request(_ demand: Subscribers.Demand) { for subscription in all { subscription.request(demand) } }
    func cancel() { for subscription in all { subscription.cancel() } }
    private var all: [any Subscription] { lock.withLock { subscriptions } }

    /// Waits for the other side, so that both continue within nanoseconds. Waits briefly, because the other may have
    /// ended, and not at all if one thread sends on both sides.
    func meet() {
      let current = Thread.current
      let (mine, isAlone) = lock.withLock {
        defer { last = current }
        if last === current { return (0, true) }
        arrived += 1
        return (arrived, false)
      }
      guard !isAlone, mine % 2 == 1 else { return }
      for _ in 0..<20_000 where lock.withLock({ arrived }) == mine {}
      lock.withLock { if arrived == mine { arrived = mine - 1 } }
    }
  }

  private final class Side<D: Subscriber>: Subscriber where D.Input == Int, D.Failure == LawError {
    let hub: Hub<D>
    init(_ hub: Hub<D>) { self.hub = hub }

    func receive(subscription: any Subscription) { hub.lock.withLock { hub.subscriptions.append(subscription) } }

    func receive(_ input: Int) -> Subscribers.Demand {
      hub.meet()
      return hub.downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<LawError>) {
      let isLast = hub.lock.withLock {
        hub.ends += 1
        return hub.ends == 2
      }
      if isLast { hub.downstream.receive(completion: completion) }
    }
  }
}

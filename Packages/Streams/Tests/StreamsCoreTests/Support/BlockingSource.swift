import Foundation
import Streams

/// A publisher for one subscriber, whose `send` waits until the value is asked for: no value is lost between threads.
///
/// Sendable because its state is guarded by `condition`, and `send` is called by one thread.
final class BlockingSource: Publisher, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = Never

  private let condition = NSCondition()
  private var subscriber: AnySubscriber<Int, Never>?
  private var demand = Subscribers.Demand.none
  private var isCancelled = false

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    self.subscriber = AnySubscriber(subscriber)
    subscriber.receive(subscription: Line(source: self))
  }

  func send(_ value: Int) {
    condition.lock()
    while demand == .none, !isCancelled { condition.wait() }
    if isCancelled { return condition.unlock() }
    demand -= 1
    condition.unlock()
    if let more = subscriber?.receive(value), more != .none { request(more) }
  }

  func finish() { subscriber?.receive(completion: .finished) }

  private func request(_ more: Subscribers.Demand) {
    condition.withLock { demand += more }
    condition.broadcast()
  }

  private final class Line: Subscription {
    let source: BlockingSource
    init(source: BlockingSource) { self.source = source }
    func request(_ demand: Subscribers.Demand) { source.request(demand) }
    func cancel() {
      source.condition.withLock { source.isCancelled = true }
      source.condition.broadcast()
    }
  }
}

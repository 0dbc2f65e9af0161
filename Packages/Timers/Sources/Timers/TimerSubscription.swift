import Foundation
import Streams

/// The subscription of one subscriber to a timer.
final class TimerSubscription<S: Scheduler>: Subscription, CustomStringConvertible {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var demand = Subscribers.Demand.none
  /// Whether the subscriber has received its subscription, and whether the timer has finished. Guarded by `lock`.
  private var hasBegun = false
  private var isFinished = false
  /// Guarded by `lock`; nil after the end.
  private var receiver: Receiver?
  private weak var core: TimerCore<S>?

  /// The type-erased subscriber.
  private struct Receiver {
    let value: (S.SchedulerTimeType) -> Subscribers.Demand
    let completion: () -> Void
  }

  init<Downstream: Subscriber>(_ subscriber: Downstream, of core: TimerCore<S>)
  where Downstream.Input == S.SchedulerTimeType, Downstream.Failure == Never {
    self.core = core
    receiver = Receiver(value: { subscriber.receive($0) }, completion: { subscriber.receive(completion: .finished) })
  }

  var description: String { "Timer" }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { fatalError("Publishers.Timer: the demand must be above zero") }
    lock.lock()
    self.demand += demand
    lock.unlock()
  }

  func cancel() {
    let old = end()
    withExtendedLifetime(old) {}
    core?.remove(self)
  }

  /// Sends a tick if there is demand.
  func send(_ time: S.SchedulerTimeType) {
    lock.lock()
    let isWanted = demand > .none && receiver != nil
    if isWanted { demand -= 1 }
    let receiver = receiver
    lock.unlock()
    guard isWanted, let more = receiver?.value(time), more > .none else { return }
    lock.lock()
    demand += more
    lock.unlock()
  }

  /// Called after the subscriber has received its subscription.
  func begin() {
    lock.lock()
    hasBegun = true
    let isFinished = isFinished
    lock.unlock()
    if isFinished { end()?.completion() }
  }

  /// Completes the subscriber, but not before it has received its subscription.
  func finish() {
    lock.lock()
    isFinished = true
    let hasBegun = hasBegun
    lock.unlock()
    if hasBegun { end()?.completion() }
  }

  private func end() -> Receiver? {
    lock.lock()
    defer {
      receiver = nil
      lock.unlock()
    }
    return receiver
  }
}

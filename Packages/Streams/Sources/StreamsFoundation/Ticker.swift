import Foundation
import StreamsCore

/// The ticks of a timer publisher, and the subject that delivers them.
///
/// Sendable because a lock guards its state, and the subject may be used on any thread.
final class Ticker: @unchecked Sendable {
  let subject = PassthroughSubject<Date, Never>()

  private let lock = Lock()
  /// The connection, guarded by `lock`. It ticks until it is cancelled.
  private var item: AgendaItem?

  func connect(_ agenda: Agenda, every interval: TimeInterval, tolerance: TimeInterval) -> any Cancellable {
    lock.withLock {
      if let item, agenda.contains(item) { return item }
      let first = Date(timeIntervalSinceNow: max(interval, 0))
      let item = agenda.add(HandedOver { self.subject.send(Date()) }, at: first, every: interval, tolerance: tolerance)
      self.item = item
      return item
    }
  }
}

/// A subscription to a timer.
final class TimerSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  /// The subscription to the subject that delivers the ticks.
  private let delivery: any Subscription
  private let interval: TimeInterval
  private let tolerance: TimeInterval?

  init(_ delivery: any Subscription, interval: TimeInterval, tolerance: TimeInterval?) {
    self.delivery = delivery
    self.interval = interval
    self.tolerance = tolerance
  }

  func request(_ demand: Subscribers.Demand) { if demand != .none { delivery.request(demand) } }
  func cancel() { delivery.cancel() }

  var description: String { "Timer" }
  var playgroundDescription: Any { description }
  var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "downstream": Mirror(reflecting: delivery).descendant("downstream") as Any, "interval": interval,
        "tolerance": tolerance as Any,
      ])
  }
}

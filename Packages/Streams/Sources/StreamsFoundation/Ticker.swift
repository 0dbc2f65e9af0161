import Foundation
import StreamsCore

/// The connection of a timer publisher, and the subject that delivers its ticks.
///
/// Sendable because a lock guards its state, and the subject may be used on any thread.
final class Ticker: @unchecked Sendable {
  /// A connection, which ticks until it is cancelled.
  private final class Connection: Cancellable {
    let ticker: Ticker
    init(_ ticker: Ticker) { self.ticker = ticker }
    func cancel() { ticker.end(self) }
  }

  let subject = PassthroughSubject<Date, Never>()

  private let lock = Lock()
  // Guarded by `lock`. All three are nil without a connection.
  private var connection: Connection?
  private var agenda: Agenda?
  private var item: AgendaItem?

  func connect(_ agenda: Agenda, every interval: TimeInterval, tolerance: TimeInterval) -> any Cancellable {
    lock.withLock {
      if let connection { return connection }
      let connection = Connection(self)
      let first = Date(timeIntervalSinceNow: max(interval, 0))
      item = agenda.add(HandedOver { self.tick() }, at: first, every: interval, tolerance: tolerance)
      self.agenda = agenda
      self.connection = connection
      return connection
    }
  }

  private func end(_ connection: Connection) {
    let (agenda, item): (Agenda?, AgendaItem?) = lock.withLock {
      guard self.connection === connection else { return (nil, nil) }
      defer { (self.connection, self.agenda, self.item) = (nil, nil, nil) }
      return (self.agenda, self.item)
    }
    if let agenda, let item { agenda.remove(item) }
  }

  private func tick() { if lock.withLock({ connection != nil }) { subject.send(Date()) } }
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

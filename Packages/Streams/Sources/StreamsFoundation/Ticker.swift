import Foundation
import StreamsCore
import StreamsDispatch

/// The subscribers of a timer publisher, and its connection.
///
/// Sendable because a lock guards its state.
final class Ticker: @unchecked Sendable {
  /// A connection, which ticks until it is cancelled.
  private final class Connection: Cancellable {
    let ticker: Ticker
    init(_ ticker: Ticker) { self.ticker = ticker }
    func cancel() { ticker.end(self) }
  }

  private struct State {
    /// In order of subscription.
    var subscriptions: [TimerSubscription] = []
    var connection: Connection?
    var agenda: Agenda?
    var item: AgendaItem?
  }

  private let state = Locked(State())

  func add(_ subscription: TimerSubscription) { state.withLock { $0.subscriptions.append(subscription) } }

  func remove(_ subscription: TimerSubscription) {
    state.withLock { state in state.subscriptions.removeAll { $0 === subscription } }
  }

  func connect(_ agenda: Agenda, every interval: TimeInterval, tolerance: TimeInterval) -> any Cancellable {
    state.withLock { state in
      if let connection = state.connection { return connection }
      let connection = Connection(self)
      let first = Date(timeIntervalSinceNow: max(interval, 0))
      state.item = agenda.add(HandedOver { self.tick() }, at: first, every: interval, tolerance: tolerance)
      state.agenda = agenda
      state.connection = connection
      return connection
    }
  }

  private func end(_ connection: Connection) {
    let (agenda, item) = state.withLock { state in
      guard state.connection === connection else { return (nil, nil) as (Agenda?, AgendaItem?) }
      defer { (state.connection, state.agenda, state.item) = (nil, nil, nil) }
      return (state.agenda, state.item)
    }
    if let agenda, let item { agenda.remove(item) }
  }

  private func tick() {
    let subscriptions = state.withLock { $0.connection == nil ? [] : $0.subscriptions }
    let now = Date()
    for subscription in subscriptions { subscription.outlet.send(now) }
  }
}

/// A subscription to a timer.
final class TimerSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  let outlet: Outlet<Date>
  private let ticker: Ticker
  private let interval: TimeInterval
  private let tolerance: TimeInterval?

  init(_ ticker: Ticker, _ outlet: Outlet<Date>, interval: TimeInterval, tolerance: TimeInterval?) {
    self.ticker = ticker
    self.outlet = outlet
    self.interval = interval
    self.tolerance = tolerance
  }

  var _isForeign: Bool { false }

  func request(_ demand: Subscribers.Demand) { outlet.request(demand) }

  func cancel() {
    ticker.remove(self)
    outlet.close()
  }

  var description: String { "Timer" }
  var playgroundDescription: Any { description }
  var customMirror: Mirror {
    Mirror(
      self,
      children: ["downstream": outlet.downstream as Any, "interval": interval, "tolerance": tolerance as Any])
  }
}

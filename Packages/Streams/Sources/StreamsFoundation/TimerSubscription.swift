import Foundation
import StreamsCore

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

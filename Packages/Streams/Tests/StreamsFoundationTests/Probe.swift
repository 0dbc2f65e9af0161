import Foundation
import Streams

/// A subscriber that records events, with configurable requests.
///
/// Sendable because of the lock around its state and because a subscription may be used from any thread.
final class Probe<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private struct State {
    var values: [Input] = []
    var completions: [Subscribers.Completion<Failure>] = []
    var subscription: (any Subscription)?
    var isInside = false
    var overlaps = 0
  }

  private let lock = NSLock()
  private var state = State()
  private let demand: Subscribers.Demand
  private let onValue: (Input) -> Subscribers.Demand
  private let onCompletion: () -> Void

  init(
    _ demand: Subscribers.Demand, onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none },
    onCompletion: @escaping () -> Void = {}
  ) {
    self.demand = demand
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  private func with<R>(_ body: (inout State) -> R) -> R {
    lock.withLock { body(&state) }
  }

  var values: [Input] { with { $0.values } }
  var completions: [Subscribers.Completion<Failure>] { with { $0.completions } }
  var subscription: (any Subscription)? { with { $0.subscription } }
  /// How often a value came while another was being received by another thread.
  var overlaps: Int { with { $0.overlaps } }

  func receive(subscription: any Subscription) {
    with { $0.subscription = subscription }
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    with { state in
      if state.isInside { state.overlaps += 1 }
      state.isInside = true
      state.values.append(input)
    }
    defer { with { $0.isInside = false } }
    return onValue(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    with { $0.completions.append(completion) }
    onCompletion()
  }

  func cancel() { subscription?.cancel() }

  /// Forgets the subscription without cancelling it.
  func forget() {
    let last = with { state in
      defer { state.subscription = nil }
      return state.subscription
    }
    _ = last
  }
}

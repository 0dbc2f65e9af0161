import StreamsCore

/// Delivers values to one subscriber, as far as it has requested them. The others are dropped.
///
/// Values may be sent from any thread, and are delivered one at a time. While a thread delivers, other threads leave
/// their values to it. A reentrant value is delivered immediately.
final class Outlet<Value> {
  private struct State {
    /// Nil after the outlet is closed.
    var downstream: AnySubscriber<Value, Never>?
    var demand = Subscribers.Demand.none
    /// The delivering thread, or 0.
    var thread: UInt = 0
    /// The values left by other threads.
    var backlog: [Value] = []
  }

  private let state: Locked<State>

  init<S: Subscriber>(_ downstream: S) where S.Input == Value, S.Failure == Never {
    state = Locked(State(downstream: AnySubscriber(downstream)))
  }

  /// The subscriber, unless the outlet is closed.
  var downstream: AnySubscriber<Value, Never>? { state.withLock { $0.downstream } }

  /// The remaining demand.
  var demand: Subscribers.Demand { state.withLock { $0.demand } }

  func request(_ demand: Subscribers.Demand) { state.withLock { if $0.downstream != nil { $0.demand += demand } } }

  /// Stops delivering, and releases the subscriber.
  func close() {
    _ = state.withLock { state in
      defer {
        state.downstream = nil
        state.demand = .none
        state.backlog = []
      }
      return state
    }
  }

  /// Delivers `value` if there is demand.
  func send(_ value: Value) {
    let me = currentThreadToken()
    let (isOutermost, downstream) = state.withLock { state in
      let isOutermost = state.thread == 0
      if isOutermost || state.thread == me { return (isOutermost, begin(&state, me)) }
      if state.downstream != nil { state.backlog.append(value) }
      return (false, nil)
    }
    guard let downstream else { return }
    request(downstream.receive(value))
    while isOutermost, let batch = takeBacklog() {
      for value in batch {
        guard let downstream = state.withLock({ begin(&$0, me) }) else { continue }
        request(downstream.receive(value))
      }
    }
  }

  /// Subtracts one value from the demand, and returns the subscriber. Returns nil if there is no demand.
  private func begin(_ state: inout State, _ me: UInt) -> AnySubscriber<Value, Never>? {
    guard state.demand > .none else { return nil }
    state.demand -= 1
    state.thread = me
    return state.downstream
  }

  /// Takes all values that other threads have left at once, so that the cost of a value does not depend on their
  /// number. Returns nil and ends the delivery if there are none.
  private func takeBacklog() -> [Value]? {
    state.withLock { state in
      if state.backlog.isEmpty {
        state.thread = 0
        return nil
      }
      defer { state.backlog = [] }
      return state.backlog
    }
  }
}

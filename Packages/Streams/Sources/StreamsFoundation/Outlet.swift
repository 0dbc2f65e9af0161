import StreamsCore

/// The way of values to one subscriber that gets what it has asked for; the rest is dropped.
///
/// Values may come from any thread and are delivered one at a time: those that come while another thread delivers are
/// left to it. A value that comes from within a delivery on the same thread is delivered immediately.
final class Outlet<Value> {
  private struct State {
    /// Nil once it is closed.
    var downstream: AnySubscriber<Value, Never>?
    var demand = Subscribers.Demand.none
    /// The thread that delivers; 0 if none does.
    var thread: UInt = 0
    /// What came meanwhile from others.
    var backlog: [Value] = []
  }

  private let state: Locked<State>

  init<S: Subscriber>(_ downstream: S) where S.Input == Value, S.Failure == Never {
    state = Locked(State(downstream: AnySubscriber(downstream)))
  }

  /// The subscriber, unless the outlet is closed.
  var downstream: AnySubscriber<Value, Never>? { state.withLock { $0.downstream } }

  /// How many values may still be delivered.
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

  /// Delivers `value` if it was asked for.
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

  /// Takes one value out of the demand; nil if there is none.
  private func begin(_ state: inout State, _ me: UInt) -> AnySubscriber<Value, Never>? {
    guard state.demand > .none else { return nil }
    state.demand -= 1
    state.thread = me
    return state.downstream
  }

  /// What other threads have left, all at once, so that a value costs the same however many wait. Nil ends the
  /// delivery.
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

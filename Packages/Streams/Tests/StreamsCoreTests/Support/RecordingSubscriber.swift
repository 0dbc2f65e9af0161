import Streams

/// A subscriber that records everything, with configurable requests.
final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
  /// The subscriptions by their descriptions, the values, and the ends as `finished` or `failure(...)`, in order.
  var log: [String] {
    state.value.events.map { event in
      switch event {
      case .text(let text): text
      case .value(let value): "\(value)"
      }
    }
  }
  var values: [Input] { state.value.values }
  var completions: [Subscribers.Completion<Failure>] { state.value.completions }
  var isFinished: Bool { if case .finished? = completions.first { true } else { false } }
  var error: Failure? { if case .failure(let error)? = completions.first { error } else { nil } }
  /// The first subscription received.
  var subscription: (any Subscription)? { state.value.subscription }
  /// Whether a receive function was called while another had not returned, on any thread.
  var wasOverlapped: Bool { state.value.wasOverlapped }

  /// Called in each receive function, after recording. May request, cancel, send...
  var onSubscription: ((any Subscription) -> Void)?
  var onValue: ((Input) -> Void)?
  var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  /// Values are described only for the log, which tests of many values do not read.
  private enum Event { case text(String), value(Input) }
  private struct State {
    var events: [Event] = []
    var values: [Input] = []
    var completions: [Subscribers.Completion<Failure>] = []
    var subscription: (any Subscription)?
    var depth = 0
    var wasOverlapped = false
  }
  private let state = Guarded(State())
  private let initial: Subscribers.Demand
  private let more: (Input) -> Subscribers.Demand

  /// - Parameters:
  ///   - initial: the demand requested at the subscription; `.none` for no request.
  ///   - more: what `receive(_:)` returns for a value.
  init(
    _ initial: Subscribers.Demand = .unlimited, more: @escaping (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.initial = initial
    self.more = more
  }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  func cancel() { subscription?.cancel() }

  /// Lets go of the subscription without cancelling it.
  func forgetSubscription() {
    let gone = state.with { state in
      defer { state.subscription = nil }
      return state.subscription
    }
    _ = gone
  }

  func receive(subscription: any Subscription) {
    let name = "\(subscription)"
    state.with {
      $0.events.append(.text(name))
      if $0.subscription == nil { $0.subscription = subscription }
    }
    if initial != .none { subscription.request(initial) }
    onSubscription?(subscription)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    enter()
    defer { leave() }
    state.with {
      $0.events.append(.value(input))
      $0.values.append(input)
    }
    onValue?(input)
    return more(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    enter()
    defer { leave() }
    state.with {
      switch completion {
      case .finished: $0.events.append(.text("finished"))
      case .failure(let error): $0.events.append(.text("failure(\(error))"))
      }
      $0.completions.append(completion)
    }
    onCompletion?(completion)
  }

  /// Notes a call under way; a nested one also counts as overlapping, as values to a subscriber are serial.
  private func enter() {
    state.with {
      $0.depth += 1
      if $0.depth > 1 { $0.wasOverlapped = true }
    }
  }
  private func leave() { state.with { $0.depth -= 1 } }
}

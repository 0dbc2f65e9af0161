import Foundation

/// A subscriber that remembers what comes, with times.
///
/// Get one with `publisher.record()`, or on a timeline with `scheduler.record(publisher)`.
public final class Recorder<Input, Failure: Error>: Subscriber, Cancellable {
  /// What the stream is called in messages.
  public let name: String

  private let timeline: Timeline?
  private let start = ContinuousClock.now
  private let lock = NSLock()
  private var events: [Recorded<Input, Failure>] = []
  private var subscription: (any Subscription)?
  private var demand: Subscribers.Demand

  init(name: String, timeline: Timeline?, demand: Subscribers.Demand) {
    self.name = name
    self.timeline = timeline
    self.demand = demand
  }

  /// What has come so far.
  public var recording: Recording<Input, Failure> { Recording(lock.withLock { events }, name: name) }

  /// Notes the subscription and asks for values.
  public func receive(subscription: any Subscription) {
    note(.subscription)
    lock.withLock { self.subscription = subscription }
    subscription.request(demand)
  }

  /// Notes a value.
  public func receive(_ input: Input) -> Subscribers.Demand {
    note(.value(input))
    return .none
  }

  /// Notes the end.
  public func receive(completion: Subscribers.Completion<Failure>) { note(.completion(completion)) }

  /// Cancels the subscription.
  public func cancel() {
    lock.withLock { subscription }?.cancel()
    note(.cancellation)
  }

  private func note(_ event: StreamEvent<Input, Failure>) {
    guard let stamp = timeline?.stamp() else { return }
    lock.withLock { events.append(Recorded(time: stamp.time, order: stamp.order, event: event)) }
  }

  /// Cancels; nothing more is recorded.
  public func cancelAndIgnoreRest() { cancel() }
}

extension VirtualTime {
  /// Subscribes to `publisher` and records what comes, at the virtual times at which it does.
  public func record<P: Publisher>(_ publisher: P, name: String = "") -> Recorder<P.Output, P.Failure> {
    let r = Recorder<P.Output, P.Failure>(name: name, timeline: timeline, demand: .unlimited)
    publisher.subscribe(r)
    return r
  }
}

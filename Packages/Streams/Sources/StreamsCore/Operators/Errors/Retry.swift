import Synchronization

extension Publisher {
  /// Subscribes again where the upstream fails, up to `retries` times; fails where it does after that.
  @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// Subscribes to its upstream again where that fails. Demand that was not used is asked again. However many fail at
  /// once, the stack does not grow.
  @frozen public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// How often it subscribes again; nil for no limit.
    public let retries: Int?

    /// The publisher that `retry(_:)` makes.
    @inlinable public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      RetryLoop(upstream, retries, Relay(subscriber, name: "Retry")).run()
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
extension Publishers.Retry: Sendable where Upstream: Sendable {}

/// Subscribes again and again. A failure that comes while it is subscribing is left to the loop that does.
@usableFromInline final class RetryLoop<Upstream: Publisher, D: Subscriber>
where D.Input == Upstream.Output, D.Failure == Upstream.Failure {
  /// 1: subscribing; 2: and has failed meanwhile.
  @usableFromInline let state = Atomic<UInt8>(1)
  /// Belongs to the delivery.
  @usableFromInline @exclusivity(unchecked) var retries: Int?
  @usableFromInline let relay: Relay<D>
  @usableFromInline let upstream: Upstream

  @inlinable init(_ upstream: Upstream, _ retries: Int?, _ relay: Relay<D>) {
    self.upstream = upstream
    self.retries = retries
    self.relay = relay
  }

  /// Subscribes until an attempt does not fail at once. `state` is 1.
  @inlinable func run() {
    repeat {
      upstream.attach(node: Leg<Upstream.Failure, D>(relay) { [self] in ended($0, $1) })
    } while !state.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing).exchanged
      && state.exchange(1, ordering: .acquiringAndReleasing) == 2
  }

  @inlinable func ended(_ leg: Leg<Upstream.Failure, D>, _ completion: Subscribers.Completion<Upstream.Failure>) {
    guard case .failure = completion, retries.map({ $0 > 0 }) ?? true else { return relay.end(completion) }
    retries = retries.map { $0 - 1 }
    if state.compareExchange(expected: 1, desired: 2, ordering: .acquiringAndReleasing).exchanged { return }
    state.store(1, ordering: .releasing)
    run()
  }
}

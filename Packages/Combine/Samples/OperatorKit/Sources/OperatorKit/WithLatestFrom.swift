import Combine

extension Publisher {
  /// Joins each value with the newest one of another publisher; drops values as long as there is none.
  public func withLatest<Other: Publisher, Result>(
    from other: Other, _ transform: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.WithLatest<Self, Other, Result> where Other.Failure == Failure {
    .init(upstream: self, other: other, transform: transform)
  }
}

extension Publishers {
  public struct WithLatest<Upstream: Publisher, Other: Publisher, Output>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let other: Other
    let transform: (Upstream.Output, Other.Output) -> Output

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let inner = Inner(downstream: subscriber, transform: transform)
      other.subscribe(inner.latest)
      upstream.subscribe(inner)
    }
  }
}

extension Publishers.WithLatest {
  private final class Inner<S: Subscriber>: Subscriber, Subscription where S.Input == Output, S.Failure == Failure {
    final class Latest: Subscriber {
      typealias Input = Other.Output
      typealias Failure = Other.Failure

      var value: Input?
      var subscription: Subscription?

      func receive(subscription: Subscription) {
        self.subscription = subscription
        subscription.request(.unlimited)
      }

      func receive(_ input: Input) -> Subscribers.Demand {
        value = input
        return .none
      }

      func receive(completion: Subscribers.Completion<Failure>) { subscription = nil }
    }

    let latest = Latest()
    private var downstream: S?
    private var subscription: Subscription?
    private let transform: (Upstream.Output, Other.Output) -> Output

    init(downstream: S, transform: @escaping (Upstream.Output, Other.Output) -> Output) {
      self.downstream = downstream
      self.transform = transform
    }

    func receive(subscription: Subscription) {
      self.subscription = subscription
      downstream?.receive(subscription: self)
    }

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      guard let other = latest.value else { return .max(1) }
      return downstream?.receive(transform(input, other)) ?? .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      latest.subscription?.cancel()
      downstream?.receive(completion: completion)
      downstream = nil
    }

    func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

    func cancel() {
      subscription?.cancel()
      latest.subscription?.cancel()
      subscription = nil
      downstream = nil
    }
  }
}

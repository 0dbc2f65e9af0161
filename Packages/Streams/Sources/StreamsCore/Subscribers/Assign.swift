extension Publisher where Failure == Never {
  /// Assigns each value to a property of `object`, until the returned value is cancelled or released.
  ///
  /// Requests unlimited values. Holds `object` until the upstream finishes or the returned value is cancelled or
  /// released.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable { assign.stop() }
  }
}

extension Subscribers {
  /// A subscriber that assigns each value to a property of an object.
  ///
  /// It requests unlimited values, and holds the object until it completes or is cancelled. A completion or
  /// cancellation before the subscription has no effect.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
  {
    public typealias Failure = Never

    private let lock = Lock()
    /// The property.
    @_alwaysEmitIntoClient public let keyPath: ReferenceWritableKeyPath<Root, Input>

    // Guarded by `lock`.
    @exclusivity(unchecked) private var status = SubscriptionStatus.awaitingSubscription
    @exclusivity(unchecked) private var current: Root?

    /// The object; nil after the end.
    public var object: Root? { lock.withLock { current } }

    /// Creates a subscriber that assigns to `keyPath` of `object`.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      current = object
      self.keyPath = keyPath
    }

    @_alwaysEmitIntoClient @inline(__always) public static var _weight: Int { 0 }
    public func receive(subscription: any Subscription) {
      let isFirst = lock.withLock {
        guard case .awaitingSubscription = status else { return false }
        status = .subscribed(subscription)
        return true
      }
      if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    public func receive(_ value: Input) -> Subscribers.Demand {
      let object: Root? = lock.withLock { if case .subscribed = status { current } else { nil } }
      object?[keyPath: keyPath] = value
      return .none
    }

    public func receive(completion: Subscribers.Completion<Never>) { _ = end() }

    /// Cancels the subscription and releases the object. Does nothing before the subscription.
    public func cancel() { end()?.cancel() }

    /// Ends the subscriber, also before the subscription.
    func stop() { end(beforeSubscription: true)?.cancel() }

    /// Ends the subscriber. Returns the subscription, which the caller cancels outside the lock.
    private func end(beforeSubscription: Bool = false) -> (any Subscription)? {
      let former: (object: Root?, status: SubscriptionStatus)? = lock.withLock {
        if case .awaitingSubscription = status, !beforeSubscription { return nil }
        defer { status = .terminal }
        return (current.take(), status)
      }
      if case .subscribed(let subscription)? = former?.status { return subscription }
      return nil
    }

    public var description: String { "Assign \(Root.self)." }
    public var customMirror: Mirror {
      let (object, status) = lock.withLock { (current, self.status) }
      return Mirror(self, children: ["object": object as Any, "keyPath": keyPath, "status": status])
    }
    public var playgroundDescription: Any { description }
  }
}

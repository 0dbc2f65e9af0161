extension Publisher {
  /// Sends the values to all subscribers through one subject. `createSubject` creates it at the first subscription or
  /// connection. The upstream is subscribed to when `connect()` is called.
  @_transparent @_alwaysEmitIntoClient
  public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Sends the values to all subscribers through `subject`. The upstream is subscribed to when `connect()` is called.
  @_transparent @_alwaysEmitIntoClient
  public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self) { subject }
  }
}

extension Publishers {
  /// Sends the upstream's values to all subscribers, through one subject.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher, OwnPublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    @usableFromInline typealias Use = (SubjectType) -> Void

    /// The upstream publisher.
    @_alwaysEmitIntoClient public final let upstream: Upstream
    /// Creates the subject. Called once, when the subject is first needed. Subscriptions and connections made during
    /// that call, by other threads or by the closure itself, take effect after it: subscriptions first.
    @_alwaysEmitIntoClient public final let createSubject: () -> SubjectType

    private let lock = Lock()
    // Guarded by `lock`.
    private var subject: SubjectType?
    private var isCreating = false
    /// The subscriptions, and the connections, that wait for the subject.
    private var waiting: (subscriptions: [Use], connections: [Use]) = ([], [])
    /// Subscribes a subject to the upstream. Specialised where the publisher is created.
    @_alwaysEmitIntoClient let connectSubject: (SubjectType, (any Cancellable) -> Void) -> Void

    /// Creates a publisher that shares `upstream` through the subject that `createSubject` returns.
    @_alwaysEmitIntoClient public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
      connectSubject = { subject, keep in
        let subscriber = SubjectSubscriber(subject)
        keep(AnyCancellable(subscriber))
        upstream._attach(node: subscriber)
      }
    }

    @_alwaysEmitIntoClient @inline(never) public final func _attach(node: _ErasedSubscriber<Output, Failure>) {
      let subscriber = FilteringOperator<MulticastStage<Output>, Failure, Failure>(MulticastStage(), node)
      withSubject { $0._attach(node: subscriber) }
    }

    /// Subscribes the subject to the upstream. The subject decides when to request values. Each call creates a separate
    /// connection. Cancel or release the returned value to disconnect.
    public final func connect() -> any Cancellable {
      let connections = ConnectionCounter()
      if let number = connections.addUse() { connections.start(number, connect) }
      return AnyCancellable { connections.removeUse() }
    }

    /// Calls `body` with the subject, now or as soon as it is created. No thread waits for it: closures that arrive while it
    /// is being created, on another thread or reentrantly, are run afterwards by the creating thread.
    ///
    /// - Parameter connects: whether `body` runs after waiting subscriptions. Other calls do not wait for it.
    @usableFromInline final func withSubject(connects: Bool = false, _ body: @escaping Use) {
      let (known, isCreator): (SubjectType?, Bool) = lock.withLock {
        if let subject { return (subject, false) }
        if connects { waiting.connections.append(body) } else { waiting.subscriptions.append(body) }
        defer { isCreating = true }
        return (nil, !isCreating)
      }
      if let known { body(known) } else if isCreator { create() }
    }

    private final func create() {
      let new = createSubject()
      let uses = lock.withLock {
        subject = new
        defer { waiting = ([], []) }
        return waiting
      }
      for use in uses.subscriptions + uses.connections { use(new) }
    }
  }
}

extension Publishers.Multicast: EarlyConnecting {
  func connect(_ keep: @escaping (any Cancellable) -> Void) {
    withSubject(connects: true) { [connectSubject] in connectSubject($0, keep) }
  }
}

/// Passes all values on. Its host is the subscription of one subscriber.
@frozen @usableFromInline struct MulticastStage<Input>: FilteringStage {

  @_alwaysEmitIntoClient init() {}

  @_alwaysEmitIntoClient var name: StaticString { "Multicast" }
  @_alwaysEmitIntoClient var labels: [StaticString] { [] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] { [] }

  @_alwaysEmitIntoClient @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) -> FilteringStep<Input> where H.State == Void { .emit(input) }
}

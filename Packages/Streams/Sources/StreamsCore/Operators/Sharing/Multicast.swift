import Synchronization

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

    /// The upstream publisher.
    @_alwaysEmitIntoClient public final let upstream: Upstream
    /// Creates the subject. Called once, when the subject is first needed. Subscriptions and connections made during
    /// that call, by other threads or by the closure itself, take effect after it: subscriptions first.
    @_alwaysEmitIntoClient public final let createSubject: () -> SubjectType

    @_alwaysEmitIntoClient let subject: Once<SubjectType>
    /// Subscribes a subject to the upstream. Specialised where the publisher is created.
    @_alwaysEmitIntoClient let connectSubject: (SubjectType, (ConnectionCounter.Connection) -> Void) -> Void

    /// Creates a publisher that shares `upstream` through the subject that `createSubject` returns.
    @_alwaysEmitIntoClient public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
      subject = Once(createSubject)
      connectSubject = { subject, begin in
        let subscriber = SubjectSubscriber(subject)
        begin((AnyCancellable(subscriber), subscriber.silence))
        upstream._attach(node: subscriber)
      }
    }

    @_alwaysEmitIntoClient @inline(never) public final func _attach(node: _ErasedSubscriber<Output, Failure>) {
      let subscriber = FilteringOperator<MulticastStage<Output>, Failure, Failure>(MulticastStage(), node)
      subject.use { $0._attach(node: subscriber) }
    }

    /// Subscribes the subject to the upstream. The subject decides when to request values. Each call creates a separate
    /// connection. Cancel or release the returned value to disconnect.
    public final func connect() -> any Cancellable {
      let connections = ConnectionCounter()
      if let number = connections.add() { connections.start(number, connect) }
      return AnyCancellable { connections.remove() }
    }
  }
}

extension Publishers.Multicast: EarlyConnecting {
  func connect(_ begin: @escaping (ConnectionCounter.Connection) -> Void) {
    subject.use(afterOthers: true) { [connectSubject] in connectSubject($0, begin) }
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

/// A value that is created once, at its first use.
///
/// No thread waits for it. Closures that use the value while it is being created, on another thread or reentrantly, are
/// run afterwards by the creating thread.
@usableFromInline final class Once<Value> {
  @usableFromInline typealias Use = (Value) -> Void

  private let isMade = Atomic<Bool>(false)
  /// Written before `isMade` is set, and constant from then on.
  @exclusivity(unchecked) private var made: Value?
  private let lock = Lock()
  // Guarded by `lock`.
  private var isBeingMade = false
  private var pending: ContiguousArray<Use> = []
  private var pendingLast: ContiguousArray<Use> = []
  private let make: () -> Value

  @usableFromInline init(_ make: @escaping () -> Value) { self.make = make }

  /// Calls `body` with the value, now or as soon as the value is created.
  ///
  /// - Parameter afterOthers: whether `body` runs after other pending closures. Other calls do not wait for it: they use
  ///   the value while it runs.
  @usableFromInline func use(afterOthers: Bool = false, _ body: @escaping Use) {
    if isMade.load(ordering: .acquiring), let made { return body(made) }
    let (value, isCreator): (Value?, Bool) = lock.withLock {
      if let made { return (made, false) }
      if afterOthers { pendingLast.append(body) } else { pending.append(body) }
      defer { isBeingMade = true }
      return (nil, !isBeingMade)
    }
    if let value { body(value) } else if isCreator { create() }
  }

  /// Creates the value, publishes it, and then runs the pending closures.
  private func create() {
    let value = make()
    var (uses, last): (ContiguousArray<Use>, ContiguousArray<Use>) = ([], [])
    lock.withLock {
      made = value
      isMade.store(true, ordering: .releasing)
      swap(&uses, &pending)
      swap(&last, &pendingLast)
    }
    for use in uses { use(value) }
    for use in last { use(value) }
  }
}

extension Publisher {
  /// Shares one subscription to this publisher among all subscribers.
  ///
  /// The first subscriber subscribes to the upstream. The first request of any subscriber requests unlimited values
  /// from it. The upstream is cancelled when the last subscriber cancels; the next one subscribes to it again, and
  /// requests unlimited values immediately. A subscriber receives the values sent while it is attached, if it has
  /// requested them. After the end, a new subscriber receives only the completion.
  @_transparent @_alwaysEmitIntoClient public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// Shares one subscription to its upstream among all subscribers. It is a class, so that all copies share one
  /// upstream.
  public final class Share<Upstream: Publisher>: OwnPublisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The shared publisher.
    @_alwaysEmitIntoClient public final let upstream: Upstream

    /// Without the type of the upstream, so that a user's chain specialises it once for each type of value.
    @_alwaysEmitIntoClient let connection: SharedConnection<Output, Failure>

    /// Creates a publisher that shares `upstream`.
    @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
      connection = SharedConnection { upstream._attach(node: $0) }
    }

    @_alwaysEmitIntoClient public final func _attach(node: _ErasedSubscriber<Output, Failure>) { connection.add(node) }

    /// Whether both values are the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

/// Connects to the upstream of a ``Publishers/Share`` while there are subscribers that have not cancelled. Their list, and the
/// delivery to them, is that of a subject.
@usableFromInline final class SharedConnection<Output, Failure: Error>: ConnectionCounter {
  /// Described as in Apple's mirrors, like `SharedInput`.
  @_alwaysEmitIntoClient let core = SubjectCore<Output, Failure>("Multicast", isCounted: true)
  /// Attaches a node to the upstream.
  @_alwaysEmitIntoClient let attachToUpstream: (_ErasedSubscriber<Output, Failure>) -> Void

  @usableFromInline init(_ attachToUpstream: @escaping (_ErasedSubscriber<Output, Failure>) -> Void) {
    self.attachToUpstream = attachToUpstream
  }

  deinit { core.shutDown() }

  /// Adds a subscriber. Its ``SubjectSubscription`` retains this object, and calls `removeUse()` when it is cancelled. The
  /// first one added then connects.
  @_alwaysEmitIntoClient @inline(never) func add(_ node: _ErasedSubscriber<Output, Failure>) {
    let number = addUse()
    core.add(node, parent: self)
    guard let number else { return }
    start(number) { [self] keep in
      let input = SharedInput(core, self, number)
      // First, so that a subscriber that cancels at its first value can stop an endless upstream.
      keep(AnyCancellable(input))
      attachToUpstream(input)
    }
  }
}

/// Sends the upstream's events to the subscribers of a ``Publishers/Share``, until its connection ends.
///
/// The core holds it as an upstream: the first request of a subscriber requests unlimited values from it. Like all operators,
/// it passes requests and its cancellation on to the subscription that it accepts; one that comes later is cancelled.
///
/// It holds the core. `shutDown()` breaks that cycle, in the deinit of the connection, which it does not hold.
@usableFromInline final class SharedInput<Input, Failure: Error>: OperatorSubscriber<Input, Failure> {
  @_alwaysEmitIntoClient let core: SubjectCore<Input, Failure>
  @usableFromInline weak let connection: SharedConnection<Input, Failure>?
  @_alwaysEmitIntoClient let number: Int

  /// - Parameter number: the number of the connection.
  @_alwaysEmitIntoClient init(
    _ core: SubjectCore<Input, Failure>, _ connection: SharedConnection<Input, Failure>, _ number: Int
  ) {
    self.core = core
    self.connection = connection
    self.number = number
    super.init { node, value in
      let me = _unsafeUncheckedDowncast(node, to: Self.self)
      if me.isLive() { Unmanaged.passUnretained(me.core)._withUnsafeGuaranteedRef { $0.send(value) } }
      return .none
    }
  }

  override func receive(subscription: any Subscription) { if accept(subscription) { core.add(upstream: self) } }

  override func receive(completion: Subscribers.Completion<Failure>) {
    // The subscribers of a later connection do not end with this one. After this end, none connects again.
    if isLive(), finish(), connection?.addEndlessUse(number) == true { core.send(completion: completion) }
  }

  override var hasEnded: Bool { upstreamIsOver() }
  override var description: String { "Subject" }
  override var labels: [StaticString] { ["downstreamSubject", "upstreamSubscription", "subject"] }
  override var customMirror: Mirror {
    let subject = (upstreamIsOver() ? nil : core) as Any
    return mirror([subject, currentUpstream as Any, subject])
  }
}

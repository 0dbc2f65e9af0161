extension Publisher {
  /// Shares one subscription to this publisher among all subscribers.
  ///
  /// The first subscriber subscribes to the upstream. The first request of any subscriber requests unlimited values
  /// from it. The upstream is cancelled when the last subscriber cancels; the next one subscribes to it again, and
  /// requests unlimited values immediately. A subscriber receives the values sent while it is attached, if it has
  /// requested them. After the end, a new subscriber receives only the completion.
  @_transparent public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
  /// Shares one subscription to its upstream among all subscribers. It is a class, so that all copies share one
  /// upstream.
  public final class Share<Upstream: Publisher>: OwnPublisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The shared publisher.
    public final let upstream: Upstream

    /// Without the type of the upstream, so that a user's chain specialises it once for each type of value.
    @usableFromInline let connection: SharedConnection<Output, Failure>

    /// Creates a publisher that shares `upstream`.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      connection = SharedConnection { upstream._attach(node: $0) }
    }

    @inlinable @inline(never)
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      connection.add(subscriber._erased())
    }

    /// Whether both values are the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

/// Connects the subject of a ``Publishers/Share`` to the upstream while there are subscribers that have not cancelled.
@usableFromInline final class SharedConnection<Output, Failure: Error>: ConnectionCounter {
  @usableFromInline let subject = PassthroughSubject<Output, Failure>()
  /// Attaches a node to the upstream.
  @usableFromInline let attachToUpstream: (_ErasedSubscriber<Output, Failure>) -> Void

  @inlinable init(_ attachToUpstream: @escaping (_ErasedSubscriber<Output, Failure>) -> Void) {
    self.attachToUpstream = attachToUpstream
  }

  /// Adds a subscriber, which keeps this object alive. The first one added then connects: it attaches a subscriber that
  /// sends into the subject to the upstream.
  @inlinable @inline(never) func add(_ node: _ErasedSubscriber<Output, Failure>) {
    let number = add()
    subject.core.add(node, parent: self, isCounted: true)
    guard let number else { return }
    start(number) { begin in
      // The subscribers of a later connection do not end with this one.
      let subscriber = SubjectSubscriber(subject) { [weak self] in self?.keep(number) ?? false }
      begin((AnyCancellable(subscriber), subscriber.silence))
      attachToUpstream(subscriber)
    }
  }
}

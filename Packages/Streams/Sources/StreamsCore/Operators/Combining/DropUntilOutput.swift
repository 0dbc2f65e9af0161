import Synchronization

extension Publisher {
  /// Drops what this publisher sends until `publisher` sends its first value, and sends what comes then.
  ///
  /// `publisher` is subscribed to first, and asked for one value. If it fails before it sends one, so does this; if it
  /// finishes before, this finishes, as nothing could come any more. Values that are dropped count as delivered.
  @inlinable public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
  where Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Drops what its upstream sends until another publisher sends its first value, and sends what comes then.
  @frozen public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// What lets them pass by its first value.
    public let other: Other

    /// A publisher that sends what `upstream` sends after `other` has sent something.
    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let node = DropUntilNode(subscriber)
      let trigger = UntilTrigger<Other.Output, Failure>(
        name: "DropUntilOutput", onOutput: { node.open() }, onEnd: { node.otherEnded($0) })
      node.keep(trigger)
      other.attach(node: trigger)
      upstream.attach(node: node)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}

/// Serves the upstream. Either values pass or the other publisher may still end it, never both.
@usableFromInline final class DropUntilNode<D: Subscriber>: UntilNode<D> {
  /// 1: values pass. 2: the downstream has its subscription. 4: the other publisher has ended without a value.
  @usableFromInline let progress = Atomic<UInt8>(0)
  /// How the other publisher has ended; written before 4 is set.
  @exclusivity(unchecked) private var end: Subscribers.Completion<D.Failure>?

  @inlinable init(_ downstream: D) {
    super.init(
      downstream,
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1) else { return }
        me.downstream.take(me)
        if me.progress.bitwiseOr(2, ordering: .acquiringAndReleasing).oldValue & 4 != 0 { me.stop() }
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        let passes = me.isLive && me.progress.load(ordering: .acquiring) & 1 != 0
        return passes ? me.downstream.receive($1) : .none
      },
      onCompletion: { _unsafeUncheckedDowncast($0, to: Self.self).complete($1) })
  }

  @usableFromInline func open() {
    progress.bitwiseOr(1, ordering: .acquiringAndReleasing)
    forgetTrigger()
  }

  @usableFromInline func otherEnded(_ completion: Subscribers.Completion<D.Failure>) {
    forgetTrigger()
    end = completion
    if progress.bitwiseOr(4, ordering: .acquiringAndReleasing).oldValue & 2 != 0 { stop() }
  }

  @usableFromInline func stop() {
    if let end, finishAndCancel() { send(end, to: downstream) }
  }

  override var description: String { "DropUntilOutput" }
}

/// A subscriber that is not ours, as a node that sends it nothing after it has cancelled: behind operators that hand their
/// upstream's subscription on, erased publishers, and joins.
///
/// The former keep no state: what a closure of theirs has made of a value they send, although the closure may have ended the
/// stream or cancelled. Subscribers of ours ignore it. To others it is not passed on here, if the subscription is of a
/// publisher of ours. What any other publisher sends is passed on whatever it is, as Apple's operators do.
@usableFromInline final class Border<S: Subscriber>: _Node<S.Input, S.Failure> {
  @usableFromInline let inner: S
  /// Written before the subscriber gets its subscription; nil if that is not of a publisher of ours. Not a reference that
  /// is counted, as each value looks at it: `kept` is.
  @usableFromInline @exclusivity(unchecked) var fuse: Unmanaged<Fuse>?
  @exclusivity(unchecked) private var kept: Fuse?
  /// Whether it has subscriptions that are not known, or several at once, as an ``AnySubscriber`` may: all passes then.
  @exclusivity(unchecked) private var isOpen = false

  @inlinable init(_ inner: S) {
    self.inner = inner
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        me.inner.receive(subscription: me.guarded($1._line))
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        return me.isBlown ? .none : me.inner.receive($1)
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.fuse?.takeUnretainedValue().blow() != false { me.inner.receive(completion: $1) }
      })
  }

  @inlinable @inline(__always) var isBlown: Bool { fuse?._withUnsafeGuaranteedRef { $0.isBlown } ?? false }

  /// What the subscriber gets in place of `subscription`.
  @usableFromInline func guarded(_ subscription: any Subscription) -> any Subscription {
    isOpen = isOpen || subscription._isForeign || fuse != nil && !isBlown
    if isOpen {
      fuse = nil
      return subscription
    }
    let fuse = Fuse()
    kept = fuse
    self.fuse = .passUnretained(fuse)
    return GuardedSubscription(subscription, fuse)
  }

  override var combineIdentifier: CombineIdentifier { inner.combineIdentifier }
  override var description: String { String(describing: inner) }
  override var customMirror: Mirror { Mirror(reflecting: inner) }
  override var playgroundDescription: Any {
    (inner as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

extension Subscriber {
  /// A node that sees to it that nothing follows a cancellation.
  @inlinable @inline(__always) func _border() -> _Node<Input, Failure> { Self._isForeign ? Border(self) : _node() }
}

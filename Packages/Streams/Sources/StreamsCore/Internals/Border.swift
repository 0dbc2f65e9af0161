/// A subscriber that is not ours, as a node.
///
/// Operators that hand their upstream's subscription on keep no state: what a closure of theirs has made of a value they
/// send, although the closure may have ended the stream or cancelled. Subscribers of ours ignore it. To others it is not
/// passed on here, if the subscription is of a publisher of ours. What any other publisher sends is passed on whatever it
/// is, as Apple's operators do.
@usableFromInline final class Border<S: Subscriber>: Wrapping<S> {
  /// Written before the subscriber gets its subscription; nil if that is not of a publisher of ours.
  @usableFromInline @exclusivity(unchecked) var fuse: Fuse?

  @inlinable init(_ inner: S) {
    super.init(
      inner,
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        me.inner.receive(subscription: me.guarded($1._line))
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        return me.fuse?.isBlown == true ? .none : me.inner.receive($1)
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.fuse?.blow() != false { me.inner.receive(completion: $1) }
      })
  }

  @usableFromInline func guarded(_ subscription: any Subscription) -> any Subscription {
    if subscription._isForeign { return subscription }
    let fuse = Fuse()
    self.fuse = fuse
    return GuardedSubscription(subscription, fuse)
  }
}

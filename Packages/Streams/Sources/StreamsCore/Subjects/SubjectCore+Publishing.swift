import Synchronization

/// How a published property sends: a value becomes the current one when its delivery is over.
extension SubjectCore {
  /// Delivers a value and then makes it the current one.
  @inlinable func publish(_ value: Output) {
    let me = currentThreadToken()
    if take(me) { publish(value, me) } else { sendBusy(value, me) }
  }

  /// Becomes the owner, if there is none.
  @inlinable @inline(__always) func take(_ me: UInt) -> Bool {
    owner.compareExchange(expected: 0, desired: me, ordering: .acquiringAndReleasing).exchanged
  }

  /// The same for the owner, which it is no more afterwards.
  ///
  /// Subscribers keep the subject alive; a thread that finds it busy retains it: what might release the last
  /// reference, a value's deinit, comes last.
  @inlinable @inline(__always) func publish(_ value: Output, _ me: UInt) {
    var latest = Optional(value)
    swap(&self.latest, &latest)
    deliver(value)
    var former = Optional(value)
    if owner.compareExchange(expected: me, desired: me | 2, ordering: .acquiringAndReleasing).exchanged {
      swap(&current, &former)
      openLatch(0)
    } else {
      settle(me, keeping: &former)
    }
    withExtendedLifetime(latest) {}
    withExtendedLifetime(former) {}
  }

  /// Makes `value`, which has been delivered, the current one, and settles.
  @usableFromInline func settle(_ me: UInt, keeping value: inout Output?) {
    let keeper = Unmanaged.passRetained(self)
    makeCurrentIfNewest(&value)
    settle(me)
    keeper.release()
  }

  /// Exchanges the current value.
  func makeCurrent(_ value: inout Output?) {
    let word = closeLatch()
    swap(&current, &value)
    openLatch(word)
  }
}

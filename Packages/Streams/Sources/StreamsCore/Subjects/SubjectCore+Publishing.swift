import Synchronization

/// Sending for `@Published`: a value becomes the current one after its delivery.
extension SubjectCore {
  /// Delivers a value, then makes it the current one.
  @inlinable func publish(_ value: Output) {
    let me = currentThreadToken()
    if owner.take(me) { publish(value, me) } else { sendBusy(value, me) }
  }

  /// Delivers a value as the owner, makes it the current one, and gives up ownership.
  ///
  /// Subscribers keep the subject alive, and a thread that finds it busy retains it. Values are released last, because
  /// a value's deinit might release the last reference to the subject.
  @inlinable @inline(__always) func publish(_ value: Output, _ me: UInt) {
    var latest = Optional(value)
    swap(&self.latest, &latest)
    deliver(value)
    var nested = Optional(value)
    swap(&self.latest, &nested)
    var former = Optional(value)
    if owner.closeIfQuiet(me) {
      swap(&current, &former)
      owner.open(OwnerWord.idle)
    } else {
      settle(me, keeping: &former)
    }
    withExtendedLifetime(latest) {}
    withExtendedLifetime(nested) {}
    withExtendedLifetime(former) {}
  }

  /// Makes the delivered `value` the current one, and settles.
  @usableFromInline func settle(_ me: UInt, keeping value: inout Output?) {
    let keeper = Unmanaged.passRetained(self)
    makeCurrentIfNewest(&value)
    settle(me)
    keeper.release()
  }

  /// Exchanges the current value.
  func makeCurrent(_ value: inout Output?) {
    let word = owner.close()
    swap(&current, &value)
    owner.open(word)
  }
}

extension SubscriberList {
  /// Whether a subject keeps values, and when one becomes the current one.
  @frozen @usableFromInline enum Keeping { case nothing, whenSent, whenDelivered }
}

/// Subjects that keep a value: `CurrentValueSubject`, from when it is sent, and `@Published`, from when its
/// delivery has ended, or it has been queued behind another one.
///
/// Values are released last, because the deinit of one may send into the same subject.
extension SubjectCore {
  /// The current value. There must be one.
  @_alwaysEmitIntoClient var value: Output {
    let word = owner.close()
    let value = current
    owner.open(word)
    return value.unsafelyUnwrapped
  }

  /// Exchanges the current value.
  func makeCurrent(_ value: inout Output?) {
    let word = owner.close()
    swap(&current, &value)
    owner.open(word)
  }

  /// The same, for the owner, unless a newer value is pending.
  func makeCurrentIfNewest(_ value: inout Output?) {
    if hasEmptyBatch { lock.withLock { if lastValue <= processed { makeCurrent(&value) } } }
  }

  /// Sends a value, for subjects that keep it from when it is sent. Returns false if the stream has ended.
  @_alwaysEmitIntoClient @discardableResult func keepAndSend(_ value: Output) -> Bool {
    let me = currentThreadToken()
    // Becoming the owner also closes the latch.
    guard owner.takeAndClose(me) else { return sendBusy(value, me) }
    if isOver {
      owner.open(OwnerWord.idle)
      return false
    }
    var former = Optional(value)
    swap(&current, &former)
    // Nothing was pending, so `latest` held the value that is now `former`.
    latest = value
    owner.open(me)
    deliver(value)
    if !owner.giveUp(me) { settle(me) }
    withExtendedLifetime(former) {}
    return true
  }

  /// Sends a value. After the end, only stores it as the current one.
  func set(_ value: Output) {
    if keepAndSend(value) { return }
    var former = Optional(value)
    makeCurrent(&former)
  }

  /// Delivers a value as the owner, and makes it the latest one, and the current one if no newer one is pending.
  /// Separate, because this code looks up types.
  func keep(_ value: Output, isNested: Bool) {
    var kept: Output? = value
    let outdated = latest
    latest = value
    if keeping == .whenSent { makeCurrentIfNewest(&kept) }
    deliver(value, isNested: isNested)
    let nested = latest
    if keeping == .whenDelivered {
      latest = value
      makeCurrentIfNewest(&kept)
    }
    withExtendedLifetime(kept) {}
    withExtendedLifetime(outdated) {}
    withExtendedLifetime(nested) {}
  }

  // MARK: Subscribers that have missed the latest value

  /// Sends the latest value to a subscriber that has requested values, if it has missed that value.
  func sendLatest(to subscription: SubjectSubscription) {
    let me = currentThreadToken()
    // Pending values come before a subscriber that is not on the list yet.
    if owner.isOwner(me), subscription.index >= 0 || deliversNow(me) { return deliverLatest(to: subscription) }
    if owner.take(me) || enqueueCatchUp(subscription, me) {
      deliverLatest(to: subscription)
      settle(me)
    }
  }

  /// Enqueues that for the owner. Returns true if the caller is the owner now. Separate, like `enqueueCompletion`.
  private func enqueueCatchUp(_ subscription: SubjectSubscription, _ me: UInt) -> Bool {
    // Not an event, which would stay if the arrival left.
    let isArriving = lock.withLock {
      if subscription.isArrival { subscription.awaitsLatest = true }
      return subscription.isArrival
    }
    return !isArriving && enqueue(.catchUp(subscription), me) == .isOwner
  }

  /// The same, for the owner.
  func deliverLatest(to subscription: SubjectSubscription) {
    if subscription.missed, !isOver, let latest { deliver(latest, to: subscription) }
  }
}

/// Counts the users of an upstream: the operator's subscriber, and the subscribers of its windows or groups. The upstream is
/// cancelled when there is none. Windows and groups buffer values, so it ignores their requests.
@usableFromInline final class UseCount: Subscription {
  private let lock = Lock()
  // Guarded by `lock`.
  private var count = 1
  private var cancellables: [any Cancellable & AnyObject] = []

  @usableFromInline init() {}

  /// Cancels the object after the last user has left. If there is no user now, cancels it immediately.
  @usableFromInline func cancelAfterLast(_ cancellable: any Cancellable & AnyObject) {
    let isKept = lock.withLock {
      if count > 0 { cancellables.append(cancellable) }
      return count > 0
    }
    if !isKept { cancellable.cancel() }
  }

  /// Counts one more user. False if the upstream has been cancelled.
  @usableFromInline func enter() -> Bool {
    lock.withLock {
      if count > 0 { count += 1 }
      return count > 0
    }
  }

  /// Counts the subscriber of a window or group, and attaches it.
  @_alwaysEmitIntoClient func admit<S: Subscriber>(_ subscriber: S, to outbox: Outbox<S.Input, S.Failure>) {
    if enter() { outbox.addSource(self) } else { outbox.finish(.finished) }
    outbox.attach(subscriber)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {}

  /// Counts one user less. The outbox of each user calls it once, when it accepts no more values.
  @usableFromInline func cancel() {
    let cancelled = lock.withLock {
      count -= 1
      if count > 0 { return [any Cancellable & AnyObject]() }
      defer { cancellables = [] }
      return cancellables
    }
    for input in cancelled { input.cancel() }
  }
}

/// Counts the users of an upstream: the operator's subscriber, and the subscribers of its windows or groups. The upstream is
/// cancelled when there is none.
@usableFromInline final class UseCount: Cancellable {
  private let lock = Lock()
  // Guarded by `lock`.
  private var count = 1
  private var inputs: [any Cancellable & AnyObject] = []

  @usableFromInline init() {}

  /// Adds an object to cancel when there is no user. If there is none now, cancels it immediately.
  @usableFromInline func add(_ input: any Cancellable & AnyObject) {
    let isKept = lock.withLock {
      if count > 0 { inputs.append(input) }
      return count > 0
    }
    if !isKept { input.cancel() }
  }

  /// Counts one more user. False if the upstream has been cancelled.
  @usableFromInline func enter() -> Bool {
    lock.withLock {
      if count > 0 { count += 1 }
      return count > 0
    }
  }

  /// Counts the subscriber of a window or group, and attaches it.
  @inlinable func admit<S: Subscriber>(_ subscriber: S, to outbox: Outbox<S.Input, S.Failure>) {
    if enter() { outbox.add(self) } else { outbox.finish(.finished) }
    outbox.attach(subscriber)
  }

  /// Counts one user less. The outbox of each user calls it once.
  @usableFromInline func cancel() {
    let cancelled = lock.withLock {
      count -= 1
      if count > 0 { return [any Cancellable & AnyObject]() }
      defer { inputs = [] }
      return inputs
    }
    for input in cancelled { input.cancel() }
  }
}

/// Counts the listeners of an upstream: the operator's subscriber, and the subscribers of its open windows or groups. The
/// upstream is cancelled when none is left.
@usableFromInline final class Listeners: Cancellable {
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var count = 1
  @exclusivity(unchecked) private var input: (any Cancellable & AnyObject)?

  @usableFromInline init() {}

  /// Adds an object to cancel when no listener is left. If none is left now, it is cancelled immediately.
  @usableFromInline func add(_ input: any Cancellable & AnyObject) {
    lock.lock()
    let isKept = count > 0
    if isKept { self.input = Both.of(self.input, input) }
    lock.unlock()
    if !isKept { input.cancel() }
  }

  /// Counts one more listener. False if the upstream has been cancelled.
  @usableFromInline func enter() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if count > 0 { count += 1 }
    return count > 0
  }

  /// Counts one listener less. Each listener's outbox calls it once.
  @usableFromInline func cancel() {
    lock.lock()
    count -= 1
    let cancelled = count == 0 ? input : nil
    if count == 0 { input = nil }
    lock.unlock()
    cancelled?.cancel()
  }
}

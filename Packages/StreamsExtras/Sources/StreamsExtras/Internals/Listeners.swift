/// Counts the listeners of an upstream: the operator's subscriber, and the subscribers of its open windows or groups. The
/// upstream is cancelled when none is left.
@usableFromInline final class Listeners {
  private let lock = Lock()
  // Guarded by `lock`.
  private var count = 1
  private var inputs: [any Cancellable] = []

  @usableFromInline init() {}

  /// Adds an object to cancel when no listener is left. If none is left now, it is cancelled immediately.
  @usableFromInline func add(_ input: any Cancellable) {
    let isKept = lock.withLock {
      if count > 0 { inputs.append(input) }
      return count > 0
    }
    if !isKept { input.cancel() }
  }

  /// Counts one more listener. False if the upstream has been cancelled.
  @usableFromInline func enter() -> Bool {
    lock.withLock {
      if count > 0 { count += 1 }
      return count > 0
    }
  }

  /// Counts one listener less when it is cancelled.
  @usableFromInline var leaving: AnyCancellable { AnyCancellable { self.leave() } }

  private func leave() {
    let cancelled = lock.withLock { () -> [any Cancellable] in
      count -= 1
      if count > 0 { return [] }
      defer { inputs = [] }
      return inputs
    }
    for input in cancelled { input.cancel() }
  }
}

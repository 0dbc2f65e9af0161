/// Keeps the upstream of windows or groups while it has listeners: the operator's subscriber, or that of an open window.
@usableFromInline final class Listeners {
  private let lock = Lock()
  // Guarded by `lock`.
  private var count = 1
  private var inputs: [any Cancellable] = []

  @usableFromInline init() {}

  /// What to cancel when there is no listener left: immediately if there is none.
  @usableFromInline func add(_ input: any Cancellable) {
    let isKept = lock.withLock {
      if count > 0 { inputs.append(input) }
      return count > 0
    }
    if !isKept { input.cancel() }
  }

  /// Counts one listener more. False if the upstream has been cancelled already.
  @usableFromInline func enter() -> Bool {
    lock.withLock {
      if count > 0 { count += 1 }
      return count > 0
    }
  }

  /// What a listener cancels when it is over.
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

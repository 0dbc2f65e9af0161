/// Tasks that are cancelled together.
///
/// Sendable because `lock` guards its state.
final class Tasks: Cancellable, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by `lock`.
  private var running: [Int: Task<Void, Never>?] = [:]
  private var next = 0
  private var isCancelled = false

  func start(_ body: @escaping @Sendable () async -> Void) {
    let number = lock.withLock {
      defer { next += 1 }
      running[next] = .some(nil)
      return next
    }
    let task = Task {
      await body()
      ended(number)
    }
    let isLate = lock.withLock {
      // The task may have ended.
      if running[number] != nil { running[number] = task }
      return isCancelled
    }
    if isLate { task.cancel() }
  }

  private func ended(_ number: Int) {
    let task = lock.withLock { running.removeValue(forKey: number) }
    _ = task
  }

  func cancel() {
    let tasks = lock.withLock {
      isCancelled = true
      return running.values.compactMap { $0 }
    }
    for task in tasks { task.cancel() }
  }
}

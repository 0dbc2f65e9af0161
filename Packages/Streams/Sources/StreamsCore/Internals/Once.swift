import Synchronization

/// A value that is created once, at its first use.
///
/// No thread waits for it. Closures that use the value while it is being created, on another thread or reentrantly, are
/// run afterwards by the creating thread.
@usableFromInline final class Once<Value> {
  @usableFromInline let isMade = Atomic<Bool>(false)
  /// Written before `isMade` is set, and constant from then on.
  @usableFromInline @exclusivity(unchecked) var made: Value?
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var isBeingMade = false
  @usableFromInline @exclusivity(unchecked) var pending: ContiguousArray<(Value) -> Void> = []
  @usableFromInline let make: () -> Value

  init(_ make: @escaping () -> Value) { self.make = make }

  /// The value, if it has been created.
  @inlinable @inline(__always) var known: Value? { isMade.load(ordering: .acquiring) ? made : nil }

  /// Calls `body` with the value, now or as soon as the value is created.
  @usableFromInline func use(_ body: @escaping (Value) -> Void) {
    if let known { return body(known) }
    // True: this thread creates the value. False: it was created meanwhile. Nil: the creating thread will run this
    // action.
    let isCreator: Bool? = lock.withLock {
      if isMade.load(ordering: .relaxed) { return false }
      if isBeingMade {
        pending.append(body)
        return nil
      }
      isBeingMade = true
      return true
    }
    guard let isCreator else { return }
    guard isCreator else {
      if let made { body(made) }
      return
    }
    let value = make()
    body(value)
    var left: ContiguousArray<(Value) -> Void> = []
    lock.withLock {
      made = value
      isMade.store(true, ordering: .releasing)
      swap(&left, &pending)
    }
    for action in left { action(value) }
  }
}

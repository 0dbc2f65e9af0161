import Synchronization

/// A value that is created once, at its first use.
///
/// No thread waits for it. Closures that use the value while it is being created, on another thread or reentrantly, are
/// run afterwards by the creating thread.
@usableFromInline final class Once<Value> {
  @usableFromInline typealias Use = (Value) -> Void

  @usableFromInline let isMade = Atomic<Bool>(false)
  /// Written before `isMade` is set, and constant from then on.
  @usableFromInline @exclusivity(unchecked) var made: Value?
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var isBeingMade = false
  @exclusivity(unchecked) private var pending: ContiguousArray<Use> = []
  @exclusivity(unchecked) private var pendingLast: ContiguousArray<Use> = []
  private let make: () -> Value

  init(_ make: @escaping () -> Value) { self.make = make }

  /// The value, if it has been created.
  @inlinable @inline(__always) var known: Value? { isMade.load(ordering: .acquiring) ? made : nil }

  /// Calls `body` with the value, now or as soon as the value is created.
  ///
  /// - Parameter afterOthers: whether `body` runs after other pending closures. It may then run for any time: others
  ///   find the value meanwhile.
  @usableFromInline func use(afterOthers: Bool = false, _ body: @escaping Use) {
    if let known { return body(known) }
    let isCreator: Bool? = lock.withLock {
      if isMade.load(ordering: .relaxed) { return nil }
      if afterOthers { pendingLast.append(body) } else { pending.append(body) }
      defer { isBeingMade = true }
      return !isBeingMade
    }
    switch isCreator {
    case true?: create()
    case false?: break
    // Created meanwhile.
    case nil: if let made { body(made) }
    }
  }

  /// Creates the value, publishes it, and then runs the pending closures.
  private func create() {
    let value = make()
    var (uses, last): (ContiguousArray<Use>, ContiguousArray<Use>) = ([], [])
    lock.withLock {
      made = value
      isMade.store(true, ordering: .releasing)
      swap(&uses, &pending)
      swap(&last, &pendingLast)
    }
    for use in uses { use(value) }
    for use in last { use(value) }
  }
}

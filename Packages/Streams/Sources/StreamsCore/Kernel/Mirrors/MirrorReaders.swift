import Synchronization

/// Counts the threads that copy, for a description or a mirror, the properties that a source releases at the end.
///
/// The releasing thread has ended the demand before. It waits until no copy is in progress, which is usually one read
/// of a counter. Never wait here while user code can run.
@usableFromInline struct MirrorReaders: ~Copyable {
  @usableFromInline let count = Atomic<Int>(0)

  @inlinable init() {}

  /// Returns the result of `copy`, or nil after the end.
  borrowing func look<R>(at demand: borrowing DemandWord, _ copy: () -> R) -> R? {
    look(copy) { !demand.word.load(ordering: .sequentiallyConsistent).isOver }
  }

  /// Returns the result of `copy`, or nil if `isThere` returns false.
  borrowing func look<R>(_ copy: () -> R, if isThere: () -> Bool) -> R? {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { count.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    return isThere() ? copy() : nil
  }

  @inlinable borrowing func wait() {
    if count.load(ordering: .sequentiallyConsistent) == 0 { return }
    var backoff = Backoff()
    while count.load(ordering: .sequentiallyConsistent) != 0 { backoff.pause() }
  }
}

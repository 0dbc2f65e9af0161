/// Handles events one at a time, in the order of their arrival.
///
/// A thread that finds the mailbox idle handles its event immediately. Then it handles the events that other threads, or the
/// handler itself, have posted meanwhile. State that only the handler touches needs no lock.
@usableFromInline final class Mailbox<Event> {
  /// 0: idle. 1: a thread is handling events. 2: the same, and `events` is not empty.
  @usableFromInline let state = Word()
  /// Guards `events`. `state` becomes 2, and 1 again, with the lock held.
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var events = Queue<Event>()

  @inlinable init() {}

  /// - Parameter handle: A closure: a reference to a method would retain its object for each event.
  @inlinable @inline(__always) func post(_ event: Event, handle: (Event) -> Void) {
    if take() { handle(event) } else if !leave(event) { return }
    while !settle() { if let next = next() { handle(next) } }
  }

  /// Makes the caller the handling thread, if the mailbox is idle. The caller then handles an event and calls `settle`.
  @inlinable @inline(__always) func take() -> Bool { state.replace(0, with: 1) }

  /// Queues an event for the handling thread. Returns true if the mailbox has become idle: the caller then is the handling
  /// thread and must call `settle`.
  @inlinable @inline(never) func leave(_ event: Event) -> Bool {
    lock.withLock {
      events.append(event)
      return state.exchange(2) == 0
    }
  }

  /// Makes the mailbox idle if no event is queued. Otherwise returns false: the caller then handles the next event.
  @inlinable @inline(__always) func settle() -> Bool { state.replace(1, with: 0) }

  @inlinable @inline(never) func next() -> Event? {
    lock.withLock {
      let event = events.popFirst()
      if events.isEmpty { state.value = 1 }
      return event
    }
  }
}

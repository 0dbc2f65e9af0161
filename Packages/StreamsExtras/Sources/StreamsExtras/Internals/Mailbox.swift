/// Handles events one at a time, in the order of their arrival.
///
/// A thread that finds the mailbox idle handles its event immediately. Then it handles the events that other threads, or the
/// handler itself, have posted meanwhile. State that only the handler touches needs no lock.
@usableFromInline final class Mailbox<Event> {
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var events = Queue<Event>()
  @usableFromInline @exclusivity(unchecked) var isBusy = false

  @inlinable init() {}

  /// - Parameter handle: A closure: a reference to a method would retain its object for each event.
  @inlinable @inline(__always) func post(_ event: Event, handle: (Event) -> Void) {
    let hasTurn = lock.withLock {
      if isBusy {
        events.append(event)
        return false
      }
      isBusy = true
      return true
    }
    if !hasTurn { return }
    handle(event)
    while !rest() { if let next = next() { handle(next) } }
  }

  /// Ends the handling of events. False if there are more.
  @inlinable @inline(__always) func rest() -> Bool {
    lock.withLock {
      isBusy = !events.isEmpty
      return !isBusy
    }
  }

  @inlinable @inline(never) func next() -> Event? { lock.withLock { events.popFirst() } }
}

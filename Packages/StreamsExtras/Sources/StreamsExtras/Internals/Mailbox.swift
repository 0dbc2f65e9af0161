/// Handles events one at a time, in the order of their arrival.
///
/// A thread that finds the mailbox idle handles its event immediately. Then it handles the events that other threads, or the
/// handler itself, have posted meanwhile. State that only the handler touches needs no lock.
@usableFromInline final class Mailbox<Event> {
  /// Whose turn it is: 0 if the mailbox is idle, 1 if a thread is handling events, 2 if there are more events for it.
  @usableFromInline let turn = Word()
  /// Guards `events`, and setting `turn` to 2 or back.
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var events = Queue<Event>()

  @inlinable init() {}

  /// - Parameter handle: A closure: a reference to a method would retain its object for each event.
  @inlinable @inline(__always) func post(_ event: Event, handle: (Event) -> Void) {
    if take() { handle(event) } else if !leave(event) { return }
    settle(handle)
  }

  /// Takes the turn, if the mailbox is idle. After it, the caller handles an event and settles.
  @inlinable @inline(__always) func take() -> Bool { turn.replace(0, with: 1) }

  /// Leaves an event for the thread whose turn it is. True if that thread has finished meanwhile: then the caller settles.
  @inlinable @inline(never) func leave(_ event: Event) -> Bool {
    lock.withLock {
      events.append(event)
      return turn.exchange(2) == 0
    }
  }

  /// Handles the events that have been left, and gives up the turn.
  @inlinable @inline(__always) func settle(_ handle: (Event) -> Void) {
    while !turn.replace(1, with: 0) { if let next = next() { handle(next) } }
  }

  @inlinable @inline(never) func next() -> Event? {
    lock.withLock {
      let event = events.popFirst()
      if events.isEmpty { turn.value = 1 }
      return event
    }
  }
}

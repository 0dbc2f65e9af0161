/// Handles events one at a time, in the order of their arrival.
///
/// A thread that finds the mailbox idle handles its event immediately. Then it handles the events that other threads, or the
/// handler itself, have posted meanwhile. State that only the handler touches needs no lock.
@usableFromInline final class Mailbox<Event> {
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var isBusy = false
  @usableFromInline @exclusivity(unchecked) var events = Queue<Event>()

  @inlinable init() {}

  /// - Parameter handle: A closure: a reference to a method would retain its object for each event.
  @inlinable @inline(__always) func post(_ event: Event, handle: (Event) -> Void) {
    if enqueueIfBusy(event) { return }
    handle(event)
    while let next = next() { handle(next) }
  }

  /// Queues the event for the handling thread, if there is one. Otherwise the caller becomes the handling thread.
  @inlinable @inline(__always) func enqueueIfBusy(_ event: Event) -> Bool {
    lock.lock()
    let isBusy = isBusy
    if isBusy { events.append(event) } else { self.isBusy = true }
    lock.unlock()
    return isBusy
  }

  /// The next event. Nil if there is none: the mailbox is idle then.
  @inlinable @inline(__always) func next() -> Event? {
    lock.lock()
    let event = events.popFirst()
    if event == nil { isBusy = false }
    lock.unlock()
    return event
  }
}

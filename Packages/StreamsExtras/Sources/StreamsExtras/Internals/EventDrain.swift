/// Handles the events of several threads, and reentrant ones, one at a time, in the order of their arrival.
///
/// A thread that finds the drain idle handles its event immediately, as the delivering thread. Then it handles the events
/// that have been enqueued meanwhile. State that only the delivering thread touches needs no lock.
@usableFromInline final class EventDrain<Event> {
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isDelivering = false
  @_alwaysEmitIntoClient @exclusivity(unchecked) var inbox = Ring<Event>()

  @_alwaysEmitIntoClient init() {}

  /// - Parameter handle: A closure: a reference to a method would retain its object for each event.
  @_alwaysEmitIntoClient @inline(__always) func process(_ event: Event, handle: (Event) -> Void) {
    let wasIdle = lock.withLock {
      if isDelivering { inbox.append(event) }
      defer { isDelivering = true }
      return !isDelivering
    }
    if !wasIdle { return }
    handle(event)
    while let next = next() { handle(next) }
  }

  /// The next event. Nil if there is none: the drain is idle then.
  @_alwaysEmitIntoClient @inline(__always) func next() -> Event? {
    lock.lock()
    let event = inbox.popFirst()
    if event == nil { isDelivering = false }
    lock.unlock()
    return event
  }
}

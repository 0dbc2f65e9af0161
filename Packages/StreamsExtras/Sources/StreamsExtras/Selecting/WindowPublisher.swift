/// The values of a while, as they come: what `window` sends.
///
/// It is for one subscriber. Values that are not requested yet are kept, without a limit. It goes on after the subscriber of
/// the windows has cancelled, if it has a subscriber of its own by then.
public final class WindowPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let outbox = Outbox<Output, Failure>("Window")
  @usableFromInline let listeners: Listeners

  @usableFromInline init(_ listeners: Listeners) { self.listeners = listeners }

  /// Attaches the subscriber. Traps for a second one: `share()` the window to have several.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    if listeners.enter() { outbox.add(listeners.leaving) } else { outbox.finish(.finished) }
    let isFirst = outbox.attach(subscriber)
    precondition(isFirst, "Window: subscribed to twice; use share() to have several subscribers")
  }
}

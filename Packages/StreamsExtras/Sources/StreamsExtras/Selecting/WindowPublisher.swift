/// The values of one window as they arrive: an output of `window`.
///
/// It has one subscriber, and buffers values without demand, without a limit. If the subscriber of the windows cancels, a
/// window that has a subscriber continues.
public final class WindowPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let outbox = Outbox<Output, Failure>("Window")
  @usableFromInline let listeners: Listeners

  @usableFromInline init(_ listeners: Listeners) { self.listeners = listeners }

  /// Attaches the subscriber. Traps if there has been one: for several subscribers use `share()`.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    outbox.attach(subscriber, listeners)
  }
}

extension Outbox {
  /// Attaches the subscriber of a window or group.
  @inlinable func attach<S: Subscriber>(_ subscriber: S, _ listeners: Listeners)
  where S.Input == Value, S.Failure == Failure {
    if listeners.enter() { add(listeners) } else { finish(.finished) }
    let isFirst = attach(subscriber)
    require(isFirst, "\(name): subscribed to twice; use share() to have several subscribers")
  }
}

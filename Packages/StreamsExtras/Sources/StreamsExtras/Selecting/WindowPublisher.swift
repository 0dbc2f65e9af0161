/// The values of one window as they arrive: an output of `window`.
///
/// It has one subscriber, and buffers values without demand, without a limit. If it is released without a subscriber, its
/// values are dropped. If the subscriber of the windows cancels, a window that has a subscriber continues.
public final class WindowPublisher<Output, Failure: Error>: OwnPublisher {
  @_alwaysEmitIntoClient let outbox = Outbox<Output, Failure>("Window")
  @_alwaysEmitIntoClient let users: UseCount

  @usableFromInline init(_ users: UseCount) { self.users = users }

  deinit { outbox.abandon() }

  /// Attaches the subscriber. Traps if there has been one: for several subscribers use `share()`.
  @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Failure>) {
    users.admit(subscriber, to: outbox)
  }
}

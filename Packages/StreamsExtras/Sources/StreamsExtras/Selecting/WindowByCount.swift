extension Publisher {
  /// Sends a publisher of the first `count` values, then of the next `count` values, and so on.
  ///
  /// A window starts with its first value, sends values as they arrive, and finishes after the last. The completion of the
  /// upstream ends the open window, too. Combine's `collect(_:)` sends an array when it is full.
  ///
  /// Demand: `count` values for each requested window. A window buffers values without demand.
  ///
  /// - Parameter count: At least 1; traps otherwise.
  @_alwaysEmitIntoClient public func window(count: Int) -> some Publisher<WindowPublisher<Output, Failure>, Failure> {
    require(count > 0, "window(count:): the count must be at least 1")
    return Publishers.Create<WindowPublisher<Output, Failure>, Failure>("Window") { outbox in
      let users = UseCount()
      let open = OpenWindow<Output, Failure>()
      let input = Input<Output, Failure> { _, value in
        if let window = open.window {
          open.send(value, to: window)
          return .none
        }
        if outbox.isClosed { return .none }
        let window = WindowPublisher<Output, Failure>(users)
        (open.window, open.left) = (window.outbox, count)
        // The window buffers its first value until it is subscribed to.
        open.send(value, to: window.outbox)
        return outbox.send(window) * count
      } onCompletion: {
        let last = open.window
        open.window = nil
        last?.finish($1)
        outbox.finish($1)
      }
      users.cancelAfterLast(input)
      outbox.addSource(WindowDemand(input, count, users))
      outbox.start()
      input.subscribe(to: self)
    }
  }
}

/// The open window. Touched by the upstream only, which is serial, but may send during a delivery.
@usableFromInline final class OpenWindow<Value, Failure: Error> {
  @_alwaysEmitIntoClient @exclusivity(unchecked) var window: Outbox<Value, Failure>?
  /// How many values the window still takes.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var left = 0

  @_alwaysEmitIntoClient init() {}

  @_alwaysEmitIntoClient @inline(__always) func send(_ value: Value, to window: Outbox<Value, Failure>) {
    left -= 1
    let isFull = left == 0
    // Before the delivery, during which the next value may arrive.
    if isFull { self.window = nil }
    window.send(value)
    if isFull { window.finish(.finished) }
  }
}

/// Requests `count` values for each requested window.
@usableFromInline final class WindowDemand<Value, Failure: Error>: Subscription {
  private let input: Input<Value, Failure>
  private let count: Int
  private let users: UseCount

  @usableFromInline init(_ input: Input<Value, Failure>, _ count: Int, _ users: UseCount) {
    (self.input, self.count, self.users) = (input, count, users)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { input.request(demand * count) }
  @usableFromInline func cancel() { users.cancel() }
}

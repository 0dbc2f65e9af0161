extension Publisher {
  /// Sends a publisher of the first `count` values, then of the next, and so on. A window begins with its first value.
  ///
  /// A window sends its values as they come, and finishes with the last. The end of the upstream ends the open window, too.
  /// Combine's `collect(_:)` sends the same values as arrays, when they are complete.
  ///
  /// Demand: `count` values for each window that is requested. A window keeps what its subscriber has not requested.
  ///
  /// - Parameter count: At least 1; traps otherwise.
  @inlinable public func window(count: Int) -> Publishers.WindowByCount<Self> {
    precondition(count > 0, "window(count:): the count must be at least 1")
    return .init(upstream: self, count: count)
  }
}

extension Publishers {
  /// What `window(count:)` makes.
  public struct WindowByCount<Upstream: Publisher>: Publisher {
    public typealias Output = Window<Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let count: Int

    @inlinable init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Window", to: subscriber)
      let listeners = Listeners()
      let count = count
      // Touched by the upstream alone, which is serial.
      var current: Output?
      var left = 0
      let input = Input<Upstream.Output, Failure>(
        onValue: { value in
          var more = Subscribers.Demand.none
          if current == nil {
            let window = Output(listeners)
            (current, left) = (window, count)
            more = outbox.send(window) * count
          }
          current?.outbox.send(value)
          left -= 1
          if left == 0 {
            current?.outbox.finish(.finished)
            current = nil
          }
          return more
        },
        onCompletion: {
          current?.outbox.finish($0)
          current = nil
          outbox.finish($0)
        })
      listeners.add(input)
      outbox.add(listeners.leaving)
      outbox.onDemand { input.request($0 * count) }
      outbox.start()
      upstream.subscribe(input)
    }
  }
}

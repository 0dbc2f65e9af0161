extension Publisher {
  /// Sends a publisher of the first `count` values, then of the next `count` values, and so on.
  ///
  /// A window starts with its first value, sends values as they arrive, and finishes after the last. The completion of the
  /// upstream ends the open window, too. Combine's `collect(_:)` sends an array when it is full.
  ///
  /// Demand: `count` values for each requested window. A window buffers values without demand.
  ///
  /// - Parameter count: At least 1; traps otherwise.
  @inlinable public func window(count: Int) -> Publishers.WindowByCount<Self> {
    require(count > 0, "window(count:): the count must be at least 1")
    return .init(upstream: self, count: count)
  }
}

extension Publishers {
  /// The publisher returned by `window(count:)`.
  public struct WindowByCount<Upstream: Publisher>: Publisher {
    public typealias Output = WindowPublisher<Upstream.Output, Upstream.Failure>
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
      let open = OpenWindow<Upstream.Output, Failure>()
      let input = Input<Upstream.Output, Failure>(
        onValue: { _, value in
          if open.left > 0 {
            open.send(value)
            return .none
          }
          if outbox.isClosed { return .none }
          let window = Output(listeners)
          open.window = .passRetained(window)
          open.left = count
          // Before the window is sent: its delivery may send the next value. The window buffers until it is subscribed to.
          open.send(value)
          return outbox.send(window) * count
        },
        onCompletion: {
          open.finish($1)
          outbox.finish($1)
        })
      listeners.add(input)
      outbox.add(listeners)
      outbox.addSource(WindowDemand(input, count))
      outbox.start()
      input.subscribe(to: upstream)
    }
  }
}

/// Requests `count` values for each requested window. The windows' listeners cancel the input.
@usableFromInline final class WindowDemand<Value, Failure: Error>: Subscription {
  private let input: Input<Value, Failure>
  private let count: Int

  @usableFromInline init(_ input: Input<Value, Failure>, _ count: Int) { (self.input, self.count) = (input, count) }

  @usableFromInline func request(_ demand: Subscribers.Demand) { input.request(demand * count) }
  @usableFromInline func cancel() {}
}

/// The open window, and how many values it still takes. Used only in the upstream's deliveries, which are serial.
@usableFromInline final class OpenWindow<Value, Failure: Error>: UncountedCalls<WindowPublisher<Value, Failure>> {
  @usableFromInline @exclusivity(unchecked) var window: Unmanaged<WindowPublisher<Value, Failure>>?
  @usableFromInline @exclusivity(unchecked) var left = 0

  @inlinable override init() {}

  deinit { window?.release() }

  @inlinable @inline(__always) func send(_ value: Value) {
    guard let window else { return }
    left -= 1
    let isLast = left == 0
    // The next value starts another window, even if it is sent during this delivery.
    if isLast { self.window = nil }
    call(window) {
      $0.outbox.send(value)
      if isLast { $0.outbox.finish(.finished) }
    }
    if isLast { drop(window) }
  }

  @inlinable func finish(_ completion: Subscribers.Completion<Failure>) {
    guard let window else { return }
    self.window = nil
    window._withUnsafeGuaranteedRef { $0.outbox.finish(completion) }
    drop(window)
  }
}

extension Publisher {
  /// Sends a publisher of the values of each `period`. A window starts with its first value and finishes with the period.
  ///
  /// The periods form a fixed grid that starts at the subscription. A period without values has no window. A window sends
  /// values as they arrive, on the upstream's thread, and finishes on `scheduler`. Combine's `collect(.byTime)` sends arrays.
  ///
  /// Demand: unlimited for the upstream. Windows without demand are buffered with their values.
  ///
  /// - Parameters:
  ///   - period: The length of a period. A scheduler may trap if it is not positive.
  ///   - scheduler: The scheduler that finishes the windows.
  ///   - tolerance: How late a window may finish. By default the scheduler's minimum tolerance.
  ///   - options: Options of the scheduler.
  @_alwaysEmitIntoClient public func window<S: Scheduler>(
    time period: S.SchedulerTimeType.Stride, scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil,
    options: S.SchedulerOptions? = nil
  ) -> some Publisher<WindowPublisher<Output, Failure>, Failure> {
    Publishers.Create<WindowPublisher<Output, Failure>, Failure>("Window") { outbox in
      let users = UseCount()
      let windows = TimedWindows(outbox, users)
      let input = Input<Output, Failure>(requesting: .unlimited) {
        windows.post(.value($1))
        return .none
      } onCompletion: {
        windows.post(.end($1))
      }
      users.cancelAfterLast(input)
      outbox.addSource(users)
      outbox.start()
      let repetition = scheduler.schedule(
        after: scheduler.now.advanced(by: period), interval: period,
        tolerance: tolerance ?? scheduler.minimumTolerance, options: options
      ) { windows.post(.tick) }
      users.cancelAfterLast(AnyCancellable(repetition))
      input.subscribe(to: self)
    }
  }
}

/// The open window of a period. The upstream fills it, and the scheduler finishes it.
@usableFromInline final class TimedWindows<Value, Failure: Error> {
  @usableFromInline enum Event {
    case value(Value)
    case tick
    case end(Subscribers.Completion<Failure>)
  }

  @_alwaysEmitIntoClient let drain = EventDrain<Event>()
  @_alwaysEmitIntoClient let outbox: Outbox<WindowPublisher<Value, Failure>, Failure>
  @_alwaysEmitIntoClient let users: UseCount
  /// Touched by the delivering thread only.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var current: Outbox<Value, Failure>?

  @usableFromInline init(_ outbox: Outbox<WindowPublisher<Value, Failure>, Failure>, _ users: UseCount) {
    self.outbox = outbox
    self.users = users
  }

  @_alwaysEmitIntoClient func post(_ event: Event) { drain.process(event) { handle($0) } }

  @_alwaysEmitIntoClient func handle(_ event: Event) {
    switch event {
    case .value(let value):
      if current == nil {
        if outbox.isClosed { return }
        let window = WindowPublisher<Value, Failure>(users)
        current = window.outbox
        outbox.send(window)
      }
      current?.send(value)
    case .tick:
      current?.finish(.finished)
      current = nil
    case .end(let completion):
      current?.finish(completion)
      current = nil
      outbox.finish(completion)
    }
  }
}

/// The result of an async closure, for one subscriber. The closure runs in a task, which starts at once.
@usableFromInline struct RunningTask<Output, Failure: Error>: OwnPublisher {
  private let outbox = Outbox<Output, Failure>("Task")

  @usableFromInline init(_ body: @escaping @Sendable () async -> Result<Output, Failure>) {
    outbox.addSource(TaskRun(outbox, body))
  }

  @usableFromInline func receive(subscriber: some Subscriber<Output, Failure>) {
    outbox.attach(subscriber)
  }
}

/// The task of a ``RunningTask``. Its outbox holds it. It is cancelled when that is released, or its subscriber cancels.
///
/// Sendable because its state is atomic, or set before other threads use it and then constant.
private final class TaskRun<Output, Failure: Error>: Subscription, @unchecked Sendable {
  private weak let outbox: Outbox<Output, Failure>?
  private var task: Task<Void, Never>?
  /// Whether the result is a value, which has been sent.
  private let hasSent = Word()

  init(_ outbox: Outbox<Output, Failure>, _ body: @escaping @Sendable () async -> Result<Output, Failure>) {
    self.outbox = outbox
    task = Task { [weak self] in
      // Safe because the task does not use it again.
      nonisolated(unsafe) let result = await body()
      self?.send(result)
    }
  }

  deinit { task?.cancel() }

  private func send(_ result: Result<Output, Failure>) {
    switch result {
    case .failure(let error): outbox?.finish(.failure(error))
    case .success(let value):
      outbox?.send(value)
      hasSent.isSet = true
      request(.none)
    }
  }

  /// Finishes when another value is requested. `flatMap` does that when it has delivered the value. If the task finished
  /// before, `flatMap` would request the next one from the upstream too early.
  func request(_: Subscribers.Demand) {
    if hasSent.isSet, let outbox, outbox.unserved > .none { outbox.finish(.finished) }
  }

  func cancel() { task?.cancel() }
}

/// The order in which the results of async closures are sent.
public enum TaskOrder: Sendable {
  /// The order of the values. An early result waits for the previous ones.
  case ordered
  /// The order in which the closures return.
  case unordered
}

extension Publisher where Output: Sendable {
  /// Transforms each value with an async closure. Up to `maxTasks` closures run concurrently.
  ///
  /// Each value has its own task. The tasks are cancelled when the subscriber cancels or the upstream fails. Results are
  /// delivered on the tasks' threads, one at a time.
  ///
  /// Demand: `maxTasks` values, then one for each result sent. So results without demand stop the upstream, and a subject
  /// drops values meanwhile, and may drop one that is sent while a result is delivered: put `buffer` in between, with
  /// `.byRequest`.
  ///
  /// ```swift
  /// func load(_ id: Int) async -> String { "page \(id)" }
  ///
  /// let pages = (1...100).publisher.map(maxTasks: 4) { id in await load(id) }
  /// ```
  ///
  /// - Parameters:
  ///   - maxTasks: The maximum number of concurrent closures. At least 1; traps otherwise.
  ///   - order: The order of the results.
  ///   - transform: Returns the result for a value.
  @_alwaysEmitIntoClient public func map<NewOutput>(
    maxTasks: Int, order: TaskOrder = .ordered, _ transform: @escaping @Sendable (Output) async -> NewOutput
  ) -> some Publisher<NewOutput, Failure> {
    results(maxTasks, order) { .success(await transform($0)) }
  }

  /// Transforms each value with an async closure that can throw. An error fails the stream in place of its result, and
  /// cancels the other tasks.
  ///
  /// Otherwise it is like ``map(maxTasks:order:_:)``.
  @_alwaysEmitIntoClient public func tryMap<NewOutput>(
    maxTasks: Int, order: TaskOrder = .ordered, _ transform: @escaping @Sendable (Output) async throws -> NewOutput
  ) -> some Publisher<NewOutput, any Error> {
    mapError { $0 as any Error }.results(maxTasks, order) {
      do { return .success(try await transform($0)) } catch { return .failure(error) }
    }
  }

  /// Turns each value into a publisher with an async closure, and sends the values of these publishers as they arrive.
  ///
  /// Up to `maxTasks` closures and up to `maxTasks` publishers run concurrently. Otherwise it is like
  /// ``map(maxTasks:order:_:)``, and flattens like Combine's `flatMap`.
  @_alwaysEmitIntoClient public func flatMap<P: Publisher>(
    maxTasks: Int, order: TaskOrder = .ordered, _ transform: @escaping @Sendable (Output) async -> P
  ) -> some Publisher<P.Output, Failure> where P.Failure == Failure {
    map(maxTasks: maxTasks, order: order, transform).flatMap(maxPublishers: .max(maxTasks)) { $0 }
  }

  /// Sends the results of `transform`, each from a task of its own.
  @_alwaysEmitIntoClient func results<NewOutput>(
    _ maxTasks: Int, _ order: TaskOrder, _ transform: @escaping @Sendable (Output) async -> Result<NewOutput, Failure>
  ) -> Publishers.Create<NewOutput, Failure> {
    require(maxTasks > 0, "map(maxTasks:order:_:): the number of tasks must be at least 1")
    return Publishers.Create("Map") { outbox in
      let tasks = Tasks(transform, isOrdered: order == .ordered, outbox)
      let input = Input<Output, Failure>(requesting: .max(maxTasks)) {
        tasks.start($1)
        return .none
      } onCompletion: {
        if $1.isFailure { return outbox.finish($1, failureOvertakes: true) }
        tasks.settle { tasks.hasUpstreamFinished = true }
      }
      outbox.add(tasks)
      outbox.add(input)
      // A result that has been delivered makes room for a value.
      outbox.downstream = outbox.downstream.map {
        .passRetained(AnySink($0.takeRetainedValue()) { input.request(.max(1)) })
      }
      outbox.start()
      input.subscribe(to: self)
    }
  }
}

/// The tasks of one subscriber.
///
/// Sendable because its state is guarded by `lock`.
@usableFromInline final class Tasks<Value: Sendable, Output, Failure: Error>: Cancellable, @unchecked Sendable {
  @usableFromInline typealias Transform = @Sendable (Value) async -> Result<Output, Failure>

  /// The task of one value, and its result. Guarded by `lock`.
  @usableFromInline final class Run: @unchecked Sendable {
    @_alwaysEmitIntoClient @exclusivity(unchecked) var task: Task<Void, Never>?
    @_alwaysEmitIntoClient @exclusivity(unchecked) var result: Result<Output, Failure>?

    @_alwaysEmitIntoClient init() {}
  }

  @_alwaysEmitIntoClient let isOrdered: Bool
  @_alwaysEmitIntoClient let outbox: Outbox<Output, Failure>
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  /// Nil after the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var transform: Transform?
  /// Those whose results have not been sent, in the order of sending.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var runs = Ring<Run>()
  /// Whether a thread is sending a result.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isSending = false
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasUpstreamFinished = false

  @_alwaysEmitIntoClient init(_ transform: @escaping Transform, isOrdered: Bool, _ outbox: Outbox<Output, Failure>) {
    (self.transform, self.isOrdered, self.outbox) = (transform, isOrdered, outbox)
  }

  @_alwaysEmitIntoClient func start(_ value: Value) {
    let run = Run()
    let transform = lock.withLock {
      if self.transform != nil { runs.append(run) }
      return self.transform
    }
    guard let transform else { return }
    let task = Task {
      // Safe because the task does not use it again.
      nonisolated(unsafe) let result = await transform(value)
      settle {
        // An unordered one goes before those that have not returned.
        if !isOrdered, let first = (0..<runs.count).first(where: { runs[$0].result == nil }),
          let place = (first..<runs.count).first(where: { runs[$0] === run })
        {
          runs.slot(place).pointee = runs[first]
          runs.slot(first).pointee = run
        }
        run.result = result
      }
    }
    lock.withLock { run.task = task }
    if outbox.isClosed { task.cancel() }
  }

  /// Calls `change` under the lock. Then sends the results that wait for no task, unless another thread does.
  @_alwaysEmitIntoClient func settle(_ change: () -> Void) {
    lock.lock()
    change()
    while !isSending, runs.count > 0, let result = runs[0].result {
      _ = runs.removeFirst()
      isSending = true
      lock.unlock()
      switch result {
      case .success(let value): outbox.send(value)
      case .failure(let error): outbox.finish(.failure(error), failureOvertakes: !isOrdered)
      }
      lock.lock()
      isSending = false
    }
    let isOver = hasUpstreamFinished && !isSending && runs.count == 0
    lock.unlock()
    if isOver { outbox.finish(.finished) }
  }

  @usableFromInline func cancel() {
    lock.lock()
    let transform = transform.take()
    let runs = runs.split(at: 0)
    let tasks = (0..<runs.count).map { runs[$0].task }
    lock.unlock()
    for task in tasks { task?.cancel() }
    withExtendedLifetime(transform) {}
  }
}

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
  @usableFromInline func results<NewOutput>(
    _ maxTasks: Int, _ order: TaskOrder, _ transform: @escaping @Sendable (Output) async -> Result<NewOutput, Failure>
  ) -> AnyPublisher<NewOutput, Failure> {
    require(maxTasks > 0, "map(maxTasks:order:_:): the number of tasks must be at least 1")
    // The closure is released at the end, even if the upstream keeps its subscriber.
    return Publishers.using {
      Latest(transform)
    } _: { current in
      let tasks = compactMap { value in
        current.value.map { transform in RunningTask { await transform(value) } }
      }
      if order == .unordered || maxTasks == 1 {
        return tasks.flatMap(maxPublishers: .max(maxTasks)) { $0 }.eraseToAnyPublisher()
      }
      // The tasks behind the first one run in the buffer.
      return tasks.buffer(size: maxTasks - 1, prefetch: .keepFull, whenFull: .dropNewest)
        .flatMap(maxPublishers: .max(1)) { $0 }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

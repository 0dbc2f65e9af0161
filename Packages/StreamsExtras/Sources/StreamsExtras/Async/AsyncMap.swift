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
  /// Demand: `maxTasks` values, then one for each result sent. So results without demand stop the upstream.
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
  @inlinable public func map<NewOutput>(
    maxTasks: Int, order: TaskOrder = .ordered, _ transform: @escaping @Sendable (Output) async -> NewOutput
  ) -> Publishers.AsyncMap<Self, NewOutput, Failure> {
    .init(upstream: self, maxTasks: maxTasks, order: order, failure: { $0 }) { .success(await transform($0)) }
  }

  /// Transforms each value with an async closure that can throw. An error fails the stream in place of its result, and
  /// cancels the other tasks.
  ///
  /// Otherwise it is like ``map(maxTasks:order:_:)``.
  @inlinable public func tryMap<NewOutput>(
    maxTasks: Int, order: TaskOrder = .ordered, _ transform: @escaping @Sendable (Output) async throws -> NewOutput
  ) -> Publishers.AsyncMap<Self, NewOutput, any Error> {
    .init(upstream: self, maxTasks: maxTasks, order: order, failure: { $0 }) {
      do { return .success(try await transform($0)) } catch { return .failure(error) }
    }
  }

  /// Turns each value into a publisher with an async closure, and sends the values of these publishers as they arrive.
  ///
  /// Up to `maxTasks` closures and up to `maxTasks` publishers run concurrently. Otherwise it is like
  /// ``map(maxTasks:order:_:)``, and flattens like Combine's `flatMap`.
  @inlinable public func flatMap<P: Publisher>(
    maxTasks: Int, order: TaskOrder = .ordered, _ transform: @escaping @Sendable (Output) async -> P
  ) -> some Publisher<P.Output, Failure> where P.Failure == Failure {
    map(maxTasks: maxTasks, order: order, transform).flatMap(maxPublishers: .max(maxTasks)) { $0 }
  }
}

extension Publishers {
  /// The publisher returned by `map(maxTasks:order:_:)` and `tryMap(maxTasks:order:_:)`.
  public struct AsyncMap<Upstream: Publisher, Output, Failure: Error>: OwnPublisher where Upstream.Output: Sendable {
    @usableFromInline typealias Transform = @Sendable (Upstream.Output) async -> Result<Output, Failure>

    private let upstream: Upstream
    private let maxTasks: Int
    private let order: TaskOrder
    private let failure: (Upstream.Failure) -> Failure
    private let transform: Transform

    @usableFromInline init(
      upstream: Upstream, maxTasks: Int, order: TaskOrder, failure: @escaping (Upstream.Failure) -> Failure,
      transform: @escaping Transform
    ) {
      require(maxTasks > 0, "map(maxTasks:order:_:): the number of tasks must be at least 1")
      self.upstream = upstream
      self.maxTasks = maxTasks
      self.order = order
      self.failure = failure
      self.transform = transform
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("AsyncMap", to: subscriber)
      let failure = failure
      // Released at the end, even if the upstream keeps its subscriber.
      let current = Latest(transform)
      weak var asking: Input<Upstream.Output, Upstream.Failure>?
      let results = TaskResults(outbox, order) { asking?.request(.max(1)) }
      let tasks = Tasks()
      let input = Input<Upstream.Output, Upstream.Failure>(requesting: .max(maxTasks)) { _, value in
        guard let transform = current.value else { return .none }
        let number = results.begin()
        tasks.start {
          let result = Carrier(value: await transform(value))
          results.post(.result(result.value, number))
        }
        return .none
      } onCompletion: {
        switch $1 {
        case .finished: results.end()
        case .failure(let error): outbox.finish(.failure(failure(error)), failureOvertakes: true)
        }
      }
      asking = input
      outbox.addSource(results)
      outbox.add(input)
      outbox.add(tasks)
      outbox.add(current)
      outbox.start()
      input.subscribe(to: upstream)
    }
  }
}

/// Carries a result out of a task.
///
/// Sendable because the task does not use the result again.
private struct Carrier<Value>: @unchecked Sendable { let value: Value }

import Foundation

/// What a publisher has sent so far, and a way to wait for its end on a plain thread.
///
/// Sendable because everything is guarded by `condition`.
final class Wait<Output, Failure: Error>: @unchecked Sendable {
  private let condition = NSCondition()
  private var values: [Output] = []
  private var completion: Subscribers.Completion<Failure>?
  private var isAbandoned = false

  var received: [Output] { condition.withLock { values } }
  private var isOver: Bool { condition.withLock { completion != nil || isAbandoned } }

  /// Subscribes; the result ends it.
  func attach<P: Publisher>(to publisher: P) -> AnyCancellable where P.Output == Output, P.Failure == Failure {
    publisher.sink(
      receiveCompletion: { completion in
        self.condition.withLock {
          self.completion = completion
          self.condition.broadcast()
        }
      },
      receiveValue: { value in self.condition.withLock { self.values.append(value) } })
  }

  /// Ends the wait before its time.
  func abandon() {
    condition.withLock {
      isAbandoned = true
      condition.broadcast()
    }
  }

  /// Blocks this thread until the end or the deadline. On the main thread the main run loop goes on meanwhile, so that
  /// what is delivered there arrives.
  func block(until deadline: Date) {
    if Thread.isMainThread {
      while !isOver, Date() < deadline {
        _ = RunLoop.main.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
      }
    } else {
      condition.withLock { while completion == nil, !isAbandoned, condition.wait(until: deadline) {} }
    }
  }

  /// Suspends the task until the end or the deadline. A plain thread does the waiting, so it ends in time however busy
  /// the pool is.
  nonisolated(nonsending) func suspend(until deadline: Date) async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          self.block(until: deadline)
          continuation.resume()
        }
      }
    } onCancel: {
      abandon()
    }
    try Task.checkCancellation()
  }

  /// The values if the publisher has finished; otherwise why not.
  func result(after timeout: Duration, at place: CallPlace) throws(WaitError<Output>) -> [Output] {
    let (values, completion) = condition.withLock { (self.values, self.completion) }
    switch completion {
    case .finished?: return values
    case .failure(let error)?: throw .failed(error, received: values, at: place.description)
    case nil: throw .neverCompleted(received: values, timeout: timeout)
    }
  }
}

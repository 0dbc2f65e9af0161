extension Future where Failure == Never {
  /// The value of the future. Waits until there is one; cancelling the task does not end the wait, because there is no
  /// error to throw.
  @_alwaysEmitIntoClient public final nonisolated(nonsending) var value: Output {
    get async {
      if let known { return known.get() }
      await withUnsafeContinuation(isolation: #isolation) { wait(FutureWaiter { _, _ in }, for: $0) }
      return known.unsafelyUnwrapped.get()
    }
  }
}

extension Future {
  /// The value of the future. Waits until there is one. Throws the error of the future, or `CancellationError` if the
  /// task is cancelled while it waits.
  @_alwaysEmitIntoClient public final nonisolated(nonsending) var value: Output {
    get async throws {
      if let known { return try known.get() }
      let waiter = FutureWaiter { _, _ in }
      // Safe because a lock guards the state.
      nonisolated(unsafe) let me = self
      await withTaskCancellationHandler {
        await withUnsafeContinuation(isolation: #isolation) { wait(waiter, for: $0) }
      } onCancel: {
        if me.remove(waiter) { waiter.task?.resume() }
      }
      guard let known else { throw CancellationError() }
      return try known.get()
    }
  }
}

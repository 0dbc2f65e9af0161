extension Future where Failure == Never {
  /// Waits for the value. Cancelling the task does not end the wait, because there is no error to throw.
  public final nonisolated(nonsending) var value: Output {
    get async {
      if let known { return known.get() }
      return await withUnsafeContinuation(isolation: #isolation) { waiter in
        add(
          Subscribers.Sink<Output, Never>(
            receiveCompletion: { _ in }, receiveValue: { waiter.resume(returning: Unchecked($0)) }))
      }.value
    }
  }
}

extension Future {
  /// The value, as soon as it is there. Throws what the future fails with, and `CancellationError` if the task is
  /// cancelled while it waits.
  public final nonisolated(nonsending) var value: Output {
    get async throws {
      if let known { return try known.get() }
      let pull = Pull<Output, Failure>()
      add(pull.node)
      guard let value = try await pull.node.next(isolation: #isolation).get() else { throw CancellationError() }
      return value
    }
  }
}

extension Future where Failure == Never {
  /// The value of the future. Waits until there is one; cancelling the task does not end the wait, because there is no
  /// error to throw.
  @_alwaysEmitIntoClient public final nonisolated(nonsending) var value: Output {
    get async {
      if let known { return known.get() }
      return await withUnsafeContinuation(isolation: #isolation) { waiter in
        _attach(node: SinkNode({ _ in }, { waiter.resume(returning: $0) }))
      }
    }
  }
}

extension Future {
  /// The value of the future. Waits until there is one. Throws the error of the future, or `CancellationError` if the
  /// task is cancelled while it waits.
  @_alwaysEmitIntoClient public final nonisolated(nonsending) var value: Output {
    get async throws {
      if let known { return try known.get() }
      let subscriber = ValuesSubscriber<Output, Failure>()
      defer { subscriber.cancel() }
      _attach(node: subscriber)
      guard let value = try await subscriber.next(isolation: #isolation).get() else { throw CancellationError() }
      return value
    }
  }
}

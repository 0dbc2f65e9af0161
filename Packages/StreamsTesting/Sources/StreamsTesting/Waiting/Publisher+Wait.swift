extension Publisher {
  /// Records this publisher until what is expected has come, in real time.
  func wait<Value>(
    _ timeout: Duration?, at place: CallPlace, for expected: (Recorder<Output, Failure>) -> RecorderExpectation<Value>
  ) throws -> Value {
    let recorder = recorder(at: place)
    defer { recorder.cancel() }
    return try expected(recorder).wait(timeout, at: place)
  }

  /// The same without blocking.
  func wait<Value>(
    _ timeout: Duration?, at place: CallPlace, for expected: (Recorder<Output, Failure>) -> RecorderExpectation<Value>
  ) async throws -> Value {
    let recorder = recorder(at: place)
    defer { recorder.cancel() }
    return try await expected(recorder).wait(timeout, at: place)
  }

  private func recorder(at place: CallPlace) -> Recorder<Output, Failure> {
    let subscriber = RecordingSubscriber<Output, Failure>(
      name: "publisher", timeline: nil, demand: .unlimited, answer: nil, isExhaustive: false, place: place)
    subscribe(subscriber)
    return Recorder(subscriber)
  }
}

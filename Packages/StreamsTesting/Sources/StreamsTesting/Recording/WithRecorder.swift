/// Records while `body` runs. At the end of `body`, all events must be consumed, and the stream is cancelled, even if
/// other code holds the recorder.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// try withRecorder(scheduler.record(scheduler.cold("-a|"))) { recorder in
///   print(try recorder.next().wait())
///   try recorder.finished.wait()
/// }
/// // a
/// ```
///
/// If `body` throws, events that were not consumed are not reported.
public func withRecorder<Output, Failure, R>(
  _ recorder: Recorder<Output, Failure>, _ body: (Recorder<Output, Failure>) throws -> R
) rethrows -> R {
  do {
    let result = try body(recorder)
    recorder.endScope()
    return result
  } catch {
    recorder.cancelAndIgnoreRemainingEvents()
    throw error
  }
}

/// Records while the `async` closure `body` runs.
public func withRecorder<Output, Failure, R>(
  _ recorder: Recorder<Output, Failure>, _ body: (Recorder<Output, Failure>) async throws -> R
) async rethrows -> R {
  do {
    let result = try await body(recorder)
    recorder.endScope()
    return result
  } catch {
    recorder.cancelAndIgnoreRemainingEvents()
    throw error
  }
}

import Dispatch
@_spi(Reporting) import Schedulers

extension Recorder {
  /// Runs an action of steps. Virtual time advances while it sleeps. Prints a warning if it takes longer than a wait may.
  func perform(_ action: () async throws -> Void, at place: CallPlace) async throws {
    guard let timeline = subscriber.timeline else { return try await action() }
    let (limit, step) = (place.limit(nil, isScaled: true), "\(name), the action of 'then' at \(place)")
    let watch = Watchdog(after: limit) {
      "\(step), has not returned after \(limit) of real time. If it waits for a later value, advance time before it."
    }
    defer { watch.stop() }
    let advances = DispatchGroup()
    // Called after a sleep has been registered, so that the advance ends it.
    let advance: @Sendable (Timeline, Timeline.Instant) -> Void = { sleeping, due in
      guard sleeping === timeline else { return }
      advances.enter()
      Task.detached {
        await timeline.advance(to: due)
        advances.leave()
      }
    }
    let result: Result<Void, any Error>
    do { result = .success(try await SleepObserver.$current.withValue(advance, operation: action)) } catch {
      result = .failure(error)
    }
    // Returns after the last advance has also ended.
    await withCheckedContinuation { end in advances.notify(queue: Bell.queue) { end.resume() } }
    try result.get()
  }
}

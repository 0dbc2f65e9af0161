@_spi(Reporting) import Schedulers

extension Recorder {
  /// Runs an action of steps. Virtual time advances while it sleeps. Prints a warning if it takes longer than a wait may.
  func perform(_ action: () async throws -> Void, at place: SourcePlace) async throws {
    guard let timeline = subscriber.timeline else { return try await action() }
    let (limit, step) = (place.limit(nil, isScaled: true), "\(name), the action of 'then' at \(place)")
    let watch = Watchdog(after: limit) {
      "\(step), has not returned after \(limit) of real time. If it waits for a later value, advance time before it."
    }
    defer { watch.stop() }
    try await SleepingAction.run(on: timeline, action)
  }
}

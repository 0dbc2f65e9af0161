extension Recorder {
  /// Passes over values without looking at them.
  ///
  /// - Parameter count: How many; an issue is reported if so many have not come.
  public func skip(
    _ count: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    _ = try? next(count).get(at: place)
  }

  /// The value that came last. All before it counts as consumed too.
  ///
  /// - Throws: ``RecordingError`` if there is none that has not been consumed; reported too.
  public func mostRecent(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Output {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try expectation("a value that has not been consumed") { events, consumption in
      guard let index = events.all.lastIndex(where: { $0.value != nil }), index >= consumption.next,
        let value = events.all[index].value
      else { return .pending }
      consumption.consume(through: index + 1)
      return .fulfilled(value)
    }.get(at: place)
  }

  /// Cancels, and takes everything that has come for consumed.
  public func cancelAndIgnoreRest() {
    subscriber.look { _, consumption in consumption.isExhaustive = false }
    cancel()
  }

  /// Reports an issue if there are events that have not been consumed.
  ///
  /// - Parameter duration: How long to let time go on first, on a timeline; without one it is not used.
  public func expectNoEvents(
    for duration: Duration = .zero, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    subscriber.timeline?.advance(by: duration)
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    report("nothing was expected", at: place)
  }

  /// Reports an issue if events have not been consumed, and lets them go. Called when the recorder goes.
  ///
  /// With XCTest, whose test cases keep their properties for ever, call it in `tearDown`.
  public func checkExhausted() {
    report("has events that were not consumed", at: subscriber.place)
  }

  private func report(_ complaint: String, at place: CallPlace) {
    let rest = subscriber.look { events, consumption in
      defer { consumption.consume(through: events.count) }
      return consumption.isExhaustive ? consumption.rest(of: events) : []
    }
    guard !rest.isEmpty else { return }
    let list = rest.prefix(20).map { "\n  \($0)" }.joined() + (rest.count > 20 ? "\n  and \(rest.count - 20) more" : "")
    place.report("\(name): \(complaint):\(list)")
  }
}

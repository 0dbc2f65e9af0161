import CustomDump

extension Recording where Output: Equatable {
  /// Compares this recording with a stored marble file, and reports an issue at the caller's line if they differ.
  ///
  /// ```swift no-run
  /// let scheduler = VirtualTimeScheduler()
  /// let recorder = scheduler.record(scheduler.cold("-a-b|"))
  /// scheduler.run()
  /// recorder.consumeAll().expectSnapshot()
  /// ```
  ///
  /// The file is `__Snapshots__/TEST-FILE/TEST.marbles` beside the test, or `TEST.NAME.marbles` with a name. It
  /// contains the marble string, and the values of its letters and `#`:
  ///
  /// ```text ignore(what the file holds)
  /// frame 1 ms
  /// ^-a-b-#
  /// a = 10
  /// b = 20
  /// # = Offline()
  /// ```
  ///
  /// If there is no file, it is written, and an issue asks for a second run. Record in virtual time: real times differ
  /// from run to run.
  ///
  /// `name` distinguishes several snapshots of one test, or the arguments of a parameterized test:
  /// `expectSnapshot(named: "\(argument)")`. Another line, or other events at the same line, with a file that has been
  /// used in this process are an issue, and the file is left alone. `record` determines when the file is written; by
  /// default ``SnapshotRecordMode/standard``.
  ///
  /// - Returns: Whether both are equal; false for a snapshot that was just written.
  @discardableResult
  public func expectSnapshot(
    named name: String? = nil, record: SnapshotRecordMode? = nil, frame: Duration = MarbleFrame.duration,
    test: String = #function, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    let file = SnapshotFile(name, test: test, path: filePath.description)
    let place = CallPlace(fileID, filePath, line, column)
    let complaint = file.complaint(snapshot(frame: frame), of: self.name, mode: record ?? .standard, at: place)
    if let complaint { place.report(complaint) }
    return complaint == nil
  }

  private func snapshot(frame: Duration) -> String {
    let rendering = marbles(frame: frame)
    var lines = ["frame \(shortTime(frame.wholeNanoseconds))", rendering.text]
    // A description may hide a difference, so only values that are their own letter or digit are omitted.
    lines += rendering.values.pairs.filter { MarbleValues.standard[$0.name] != $0.value }
      .map { "\($0.name) = \(String(customDumping: $0.value))" }
    if let error = rendering.error { lines.append("# = \(String(customDumping: error))") }
    return lines.joined(separator: "\n") + "\n"
  }
}

import IssueReporting

/// Checks a property with random marble strings. Runs `body` with `count` strings. If `body` throws or returns false,
/// searches for the smallest string that fails, and reports it as an issue.
///
/// ```swift
/// checkMarbles { marbles in
///   let scheduler = VirtualTimeScheduler()
///   let recorder = scheduler.record(scheduler.cold(marbles).map { $0 + $0 }, exhaustive: false)
///   scheduler.run()
///   return recorder.consumeAll().values.allSatisfy { $0.count == 2 }
/// }
/// ```
///
/// The strings are the same for the same seed. An issue of the kit inside `body`, such as one from
/// `expect(_:toEqual:)`, also counts as a failure, and only the issue for the smallest string is reported. `#expect` is
/// different: it fails the test at each attempt.
///
/// `letters` are the values. `endings` contains the possible endings of a string: `|`, `#`, or a space for neither.
///
/// - Returns: The smallest string that fails; nil if none fails.
@discardableResult
public func checkMarbles(
  count: Int = 100, seed: UInt64 = 0, letters: String = "abcd", endings: String = "| ", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: (String) throws -> Bool
) -> String? {
  var search = MarbleSearch(count: count, seed: seed, letters: letters, endings: endings)
  while let marbles = search.next() {
    let reports = CollectedReports()
    let result = withIssueReporters([reports]) { Result { try body(marbles) } }
    search.note(result, reports.first)
  }
  return search.report(at: SourcePlace(fileID, filePath, line, column))
}

/// Checks a property with random marble strings; see the synchronous form.
@discardableResult
public func checkMarbles(
  count: Int = 100, seed: UInt64 = 0, letters: String = "abcd", endings: String = "| ", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: (String) async throws -> Bool
) async -> String? {
  var search = MarbleSearch(count: count, seed: seed, letters: letters, endings: endings)
  while let marbles = search.next() {
    let reports = CollectedReports()
    let result: Result<Bool, any Error> = await withIssueReporters([reports]) {
      do { return .success(try await body(marbles)) } catch { return .failure(error) }
    }
    search.note(result, reports.first)
  }
  return search.report(at: SourcePlace(fileID, filePath, line, column))
}

import IssueReporting

/// Checks that something holds for any marbles: runs `body` with `count` random strings, and if it throws or reports a
/// failure by returning false, looks for the smallest string with which it still does, and reports that as an issue.
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
/// The strings are the same for the same seed. What the kit reports as an issue within `body`, as `expect(_:toEqual:)` does,
/// counts as a failure too, and only that of the smallest string is told. `#expect` does not: it fails once for each attempt.
///
/// - Parameters:
///   - count: How many strings to try.
///   - seed: What they come from.
///   - letters: The values in them.
///   - longest: How many symbols there are in a string at most.
///   - endings: How a string may end: `|`, `#`, or a blank for neither.
///   - body: What must hold: returns whether it does.
///   - fileID: The caller's file; leave it out.
///   - filePath: The caller's path; leave it out.
///   - line: The caller's line; leave it out.
///   - column: The caller's column; leave it out.
/// - Returns: The smallest string that fails; nil if none does.
@discardableResult
public func checkMarbles(
  count: Int = 100, seed: UInt64 = 0, letters: String = "abcd", longest: Int = 12, endings: String = "| ",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: (String) throws -> Bool
) -> String? {
  var search = MarbleSearch(count: count, seed: seed, letters: letters, longest: longest, endings: endings)
  while let marbles = search.next() {
    let reports = CollectedReports()
    let result = withIssueReporters([reports]) { Result { try body(marbles) } }
    search.note(reports.failure(of: result))
  }
  return search.report(at: CallPlace(fileID: fileID, file: filePath, line: line, column: column))
}

/// Checks that something holds for any marbles; see the form that does not wait.
@discardableResult
nonisolated(nonsending)
  public func checkMarbles(
    count: Int = 100, seed: UInt64 = 0, letters: String = "abcd", longest: Int = 12, endings: String = "| ",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (String) async throws -> Bool
  ) async -> String?
{
  var search = MarbleSearch(count: count, seed: seed, letters: letters, longest: longest, endings: endings)
  while let marbles = search.next() {
    let reports = CollectedReports()
    let result: Result<Bool, any Error> = await withIssueReporters([reports]) {
      do { return .success(try await body(marbles)) } catch { return .failure(error) }
    }
    search.note(reports.failure(of: result))
  }
  return search.report(at: CallPlace(fileID: fileID, file: filePath, line: line, column: column))
}

/// Checks that something holds for any marbles: runs `body` with `count` random strings, and if it throws or reports a
/// failure by returning false, looks for the smallest string with which it still does, and reports that as an issue.
///
/// ```swift
/// checkMarbles { marbles in
///   let scheduler = VirtualTimeScheduler()
///   let recorder = scheduler.record(scheduler.cold(marbles).map { $0 + $0 }, exhaustive: false)
///   scheduler.run()
///   return recorder.received.values.allSatisfy { $0.count == 2 }
/// }
/// ```
///
/// The strings are the same for the same seed. Within `body` use `#expect` sparingly: it fails once for each attempt.
///
/// - Parameters:
///   - count: How many strings to try.
///   - seed: What they come from.
///   - letters: The values in them.
///   - longest: How many symbols there are in a string at most.
///   - endings: How a string may end: `|`, `#`, or a blank for neither.
///   - body: What must hold: returns whether it does.
/// - Returns: The smallest string that fails; nil if none does.
@discardableResult
public func checkMarbles(
  count: Int = 100, seed: UInt64 = 0, letters: String = "abcd", longest: Int = 12, endings: String = "| ",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: (String) throws -> Bool
) -> String? {
  var generator = MarbleGenerator(seed: seed, letters: letters, longest: longest, endings: endings)
  for attempt in 1...max(1, count) {
    let found = generator.next()
    guard MarbleFailure(found, body) != nil else { continue }
    var smallest = found
    var steps = 0
    while let smaller = smallest.smaller.first(where: { MarbleFailure($0, body) != nil }) {
      smallest = smaller
      steps += 1
    }
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    let reason = MarbleFailure(smallest, body)?.reason ?? "it does not each time"
    place.report(
      """
      It does not hold for the marbles "\(smallest)": \(reason).
        found as "\(found)", string \(attempt) of seed \(seed), made smaller \(steps) times
      """)
    return smallest.description
  }
  return nil
}

/// Why something does not hold for a string.
private struct MarbleFailure {
  let reason: String

  /// Nil if it holds.
  init?(_ marbles: RandomMarbles, _ body: (String) throws -> Bool) {
    do {
      if try body(marbles.description) { return nil }
      reason = "it returns false"
    } catch {
      reason = "it throws \(error)"
    }
  }
}

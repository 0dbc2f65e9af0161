import Foundation
import IssueReporting
@_spi(TestKit) import Schedulers

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

/// Checks a property with random marble strings, in an `async` closure.
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

/// Searches for the smallest string for which a property fails. Returns the strings to try, and receives the results.
private struct MarbleSearch {
  private static let longest = 12

  private let seed: UInt64
  private var random: SeededGenerator
  private let letters: [Character]
  private let endings: [Character]
  /// The random strings and, after a failure, those smaller than the last one that failed.
  private var untried: ArraySlice<String> = []
  private var attempts = 0
  private var current = ""
  /// The strings that failed, each smaller than the one before.
  private var failed: [(marbles: String, reason: String, issue: String?)] = []

  init(count: Int, seed: UInt64, letters: String, endings: String) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    self.letters = letters.isEmpty ? ["a"] : Array(letters)
    self.endings = Array(endings)
    for _ in 0..<max(1, count) { untried.append(randomMarbles()) }
  }

  mutating func next() -> String? {
    guard let next = untried.popFirst() else { return nil }
    if failed.isEmpty { attempts += 1 }
    current = next
    return next
  }

  /// Records the result of the property, and the issue reported meanwhile.
  mutating func note(_ result: Result<Bool, any Error>, _ issue: String?) {
    switch result {
    case .failure(let error): failed.append((current, "it throws \(error)", issue))
    case .success(false): failed.append((current, "it returns false", issue))
    case .success(true):
      guard issue != nil else { return }
      failed.append((current, "it reports an issue", issue))
    }
    untried = smaller(than: current)[...]
  }

  func report(at place: SourcePlace) -> String? {
    guard let first = failed.first, let (smallest, reason, issue) = failed.last else { return nil }
    let lines = (issue ?? "").split(separator: "\n").map { "\n  \($0)" }.joined()
    place.report(
      """
      The property fails for the marbles "\(smallest)": \(reason).
        found as "\(first.marbles)", string \(attempts) of seed \(seed), shrunk \(failed.count - 1) times\(lines)
      """)
    return smallest
  }

  private mutating func randomMarbles() -> String {
    var text = ""
    for _ in 0..<number(below: Self.longest + 1) {
      switch number(below: 8) {
      case 0...2: text += String(repeating: "-", count: 1 + number(below: 4))
      case 3: text += "(\(String((0..<2 + number(below: 2)).map { _ in letter() })))"
      default: text.append(letter())
      }
    }
    guard !endings.isEmpty else { return text }
    let end = endings[number(below: endings.count)]
    return end == " " ? text : text + String(end)
  }

  /// Returns strings that are smaller than `text` in one respect, the smallest first: fewer symbols, no groups, the
  /// first letter.
  private func smaller(than text: String) -> [String] {
    let symbols = Array(text)
    var candidates: [[Character]] = []
    var length = (symbols.count + 1) / 2
    while length > 0 {
      for start in stride(from: 0, through: symbols.count - length, by: length) {
        candidates.append(Array(symbols[..<start] + symbols[(start + length)...]))
      }
      length /= 2
    }
    for opening in symbols.indices where symbols[opening] == "(" {
      guard let closing = symbols[opening...].firstIndex(of: ")") else { continue }
      var ungrouped = symbols
      ungrouped.remove(at: closing)
      ungrouped.remove(at: opening)
      candidates.append(ungrouped)
    }
    for letter in Set(symbols).intersection(letters).subtracting(letters.prefix(1)).sorted() {
      candidates.append(symbols.map { $0 == letter ? letters[0] : $0 })
    }
    return candidates.map { String($0) }.filter { (try? Marble($0, frame: .milliseconds(1))) != nil }
  }

  private mutating func letter() -> Character { letters[number(below: letters.count)] }
  private mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}

/// Keeps the first issue, so that the test does not report it.
///
/// Sendable because `text` is guarded by `lock`.
private final class CollectedReports: IssueReporter, @unchecked Sendable {
  private let lock = NSLock()
  private var text: String?

  var first: String? { lock.withLock { text } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    guard severity == .error else { return }
    let text = "\(fileID):\(line): \(message() ?? "")"
    lock.withLock { self.text = self.text ?? text }
  }
}

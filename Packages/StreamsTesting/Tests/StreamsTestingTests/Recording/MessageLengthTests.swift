import StreamsTesting
import Testing

/// Messages of failures with many or large values are short, and take little work.
@Suite(.withoutPages, .leakCheck()) struct MessageLengthTests {
  private let issues = Issues()

  /// The message of `expect(values:)`, without a page because the thread belongs to no test.
  private func message<Value: Equatable & Sendable>(_ values: [Value], instead found: [Value]) async throws -> String {
    let issues = issues
    try await onPlainThread {
      _ = issues.collect { found.publisher.record(exhaustive: false).expect(values: values) }
    }
    return try #require(issues.all.last).text
  }

  @Test func manyWrongValues() async throws {
    let text = try await message((0..<2_000).map { $0 + 100_000 }, instead: Array(0..<2_000))
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "stream: expected 2000 values, got 2000." && lines[1] == "  expected -, actual +")
    #expect(lines.count < 80 && text.count < 4_000, "\(lines.count) lines, \(text.count) characters")
  }

  @Test func oneWrongValueAmongMany() async throws {
    var values = Array(0..<2_000)
    values[1_500] = -1
    let text = try await message(values, instead: Array(0..<2_000))
    #expect(text.hasPrefix("stream: expected 2000 values, got 2000; below, [0] is value [1500].\n  expected -"))
    #expect(text.contains("-   [0]: -1,") && text.contains("+   [0]: 1500,"))
  }

  @Test(arguments: [150, 2_000]) func aMissingValueAfterMany(count: Int) async throws {
    let text = try await message(Array(0...count), instead: Array(0..<count))
    #expect(text.hasPrefix("stream: expected \(count + 1) values, got \(count); below, [0] is value [\(count)]."))
    #expect(text.contains("-   [0]: \(count)"))
  }

  /// A hundred values are compared line by line, however many there are.
  @Test func theNumberOfComparisonsIsBounded() async throws {
    func comparisons(_ count: Int) async throws -> Int {
      let comparisons = Comparisons()
      let values = (0..<count).map { Counted(number: $0, comparisons: comparisons) }
      _ = try await message(values, instead: values.map { Counted(number: -1 - $0.number, comparisons: comparisons) })
      return comparisons.count
    }
    let few = try await comparisons(200)
    let many = try await comparisons(1_000)
    expectEqual(many, few)
    #expect(few < 100_000)
  }

  @Test func oneLargeValue() async throws {
    let numbers = Array(0..<2_000)
    let text = try await message([numbers.map { $0 + 100_000 }], instead: [numbers])
    #expect(text.hasPrefix("stream: expected the values [[100000, 100001, "))
    #expect(text.contains("    -     [0]: 100000,\n    +     [0]: 0,\n    -     [1]: 100001,"))
    #expect(text.split(separator: "\n").count < 50 && text.count < 4_000, "\(text.count)")
    var others = numbers
    others[1_234] = -1
    let one = try await message([numbers], instead: [others])
    #expect(one.contains("…") && one.contains("    -     [1234]: 1234,\n    +     [1234]: -1,\n  stream so far:"))
  }

  @Test func largeValuesInTheOtherMessages() throws {
    let text = String(repeating: "x", count: 10_000)
    issues.collect {
      let recorder = Just(text).record(exhaustive: false)
      _ = try? recorder.next(2).get()
      _ = try? Just(text).record(exhaustive: false).next().inverted.get()
      Just(text).record().cancel()
    }
    expectEqual(issues.all.count, 3)
    for issue in issues.all { #expect(issue.text.contains("xxx…") && issue.text.count < 2_000) }
  }

  @Test func manyWrongEventsOfMarbles() throws {
    let scheduler = VirtualTimeScheduler()
    let found = Array(repeating: [0, 2], count: 300).publisher
    let marbles = "(" + String(repeating: "a", count: 300) + "|)"
    issues.collect { _ = scheduler.expect(found, toEqual: marbles, values: ["a": [0, 1]]) }
    let text = try #require(issues.all.first).text
    let lines = text.split(separator: "\n")
    #expect(lines.count < 80, "\(lines.count)")
    #expect(lines.contains("  and 280 more") && lines.count { $0 == "  expected -, actual +" } == 5)
    let many = (0..<3_000).map { [$0] }.publisher
    issues.collect { _ = scheduler.expect(many, toEqual: "(a|)", values: ["a": [0]]) }
    #expect(try #require(issues.all.last).text.count < 20_000)
  }
}

/// Sendable because one thread at a time counts.
private final class Comparisons: @unchecked Sendable { var count = 0 }

private struct Counted: Equatable, Sendable {
  let number: Int
  let comparisons: Comparisons

  static func == (a: Self, b: Self) -> Bool {
    a.comparisons.count += 1
    return a.number == b.number
  }
}

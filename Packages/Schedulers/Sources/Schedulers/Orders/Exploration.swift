/// The result of running a body in every order.
public struct Exploration: Sendable, CustomStringConvertible {
  /// An order in which the body threw an error.
  public struct Failure: Sendable {
    /// The choices that reproduce it: pass them to ``Timeline/Order/replay(_:)``.
    public let choices: [Int]
    /// The error.
    public let error: any Error
  }

  /// How many orders were run, each of them once.
  public internal(set) var orderCount = 0
  /// Whether these are all orders; false if the limit was reached, or the body was not deterministic.
  public internal(set) var isComplete = true
  /// In how many of them the body threw an error.
  public internal(set) var failureCount = 0
  /// The first of those.
  public internal(set) var firstFailure: Failure?
  /// The choices with which the body met other choices than before, although they begin alike: it differs between runs
  /// in more than their order, and the exploration ended there. Nil if that has not been seen.
  public internal(set) var divergence: [Int]?

  /// For messages.
  public var description: String {
    let more =
      divergence != nil ? ", then the body was not deterministic" : isComplete ? "" : ", and there are more"
    var text = "\(orderCount) orders\(more), \(failureCount) of them failed"
    if let firstFailure {
      text += ". The first: \(firstFailure.error). To see it again: Timeline(order: .replay(\(firstFailure.choices)))"
    }
    if let divergence {
      text += """
        . With Timeline(order: .replay(\(divergence))) the body met other choices than before. Remove from it \
        state kept between runs, randomness, real time and tasks outside the timeline, such as those of the main actor
        """
    }
    return text
  }
}

/// What a test kit adds to the report of an exploration that failed: it is given the logs of the usual order and of the
/// first that failed, for which the body runs twice more.
@_spi(Reporting) public enum ExplorationNote {
  @TaskLocal public static var make: (@Sendable (_ usual: [Timeline.Event], _ failing: [Timeline.Event]) -> String)?
}

/// Runs `body` once for every order in which actions due at one instant may run, each time on a new timeline, and
/// reports an issue if it throws an error in any of them, if there are more orders than `limit`, or if `body` is not
/// deterministic.
///
/// The orders are those that differ in a choice: three independent actions at one instant have six. Between two runs
/// `body` must differ in nothing else. If it meets another number of choices than before on the same path, the
/// exploration ends and reports that, see ``Exploration/divergence``.
///
/// ```swift
/// exploreOrders { timeline in
///   var balance = 0
///   timeline.schedule(in: .seconds(1)) { balance += 10 }
///   timeline.schedule(in: .seconds(1)) { balance -= 3 }
///   timeline.advance(by: .seconds(1))
///   struct Wrong: Error {}
///   if balance != 7 { throw Wrong() }
/// }
/// ```
///
/// - Parameters:
///   - limit: The maximum number of orders. Their number grows fast.
///   - body: Does the work and throws an error if the outcome is wrong.
///   - fileID: The caller's file; leave it out.
///   - filePath: The caller's path; leave it out.
///   - line: The caller's line; leave it out.
///   - column: The caller's column; leave it out.
/// - Returns: The result, which the issue describes too.
@_disfavoredOverload  // The test kit's, which adds a page, goes first.
@discardableResult
public func exploreOrders(
  limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: (Timeline) throws -> Void
) -> Exploration {
  var search = OrderSearch(limit: limit)
  while let timeline = search.next() {
    search.note(timeline, Result { try body(timeline) })
  }
  let logs = search.runsToCompare.map { timeline in
    try? body(timeline)
    return timeline.log
  }
  search.result.report(logs, limit: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  return search.result
}

/// Runs `body` once for every order in which actions due at one instant, and tasks that can continue, may run, as work
/// of a new timeline each time. Reports issues as the synchronous form does.
///
/// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
///
/// - Parameters:
///   - limit: The maximum number of orders. Their number grows fast.
///   - body: Does the work and throws an error if the outcome is wrong.
///   - fileID: The caller's file; leave it out.
///   - filePath: The caller's path; leave it out.
///   - line: The caller's line; leave it out.
///   - column: The caller's column; leave it out.
/// - Returns: The result, which the issue describes too.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
@_disfavoredOverload
@discardableResult
nonisolated(nonsending)
  public func exploreOrders(
    limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Timeline) async throws -> Void
  ) async -> Exploration
{
  var search = OrderSearch(limit: limit)
  while let timeline = search.next() {
    do {
      try await timeline.run { try await body(timeline) }
      search.note(timeline, .success(()))
    } catch {
      search.note(timeline, .failure(error))
    }
  }
  var logs: [[Timeline.Event]] = []
  for timeline in search.runsToCompare {
    try? await timeline.run { try await body(timeline) }
    logs.append(timeline.log)
  }
  search.result.report(logs, limit: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  return search.result
}

extension Exploration {
  fileprivate func report(
    _ logs: [[Timeline.Event]], limit: Int, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    guard failureCount > 0 || !isComplete else { return }
    let advice =
      isComplete || divergence != nil
      ? "" : ". Pass a limit above \(limit), or do less at one instant"
    let note = logs.count == 2 ? ExplorationNote.make?(logs[0], logs[1]) ?? "" : ""
    reportFailure("\(self)\(advice)\(note)", fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Goes through the tree of choices, depth first.
private struct OrderSearch {
  private(set) var result = Exploration()
  private let limit: Int
  /// The choices to begin with; nil when there is no further order.
  private var prefix: [Int]? = []
  /// Among how many each of these is to be one.
  private var counts: [Int] = []

  init(limit: Int) { self.limit = limit }

  mutating func next() -> Timeline? {
    guard let prefix else { return nil }
    guard result.orderCount < limit else {
      result.isComplete = false
      return nil
    }
    return timeline("order \(result.orderCount + 1)", prefix)
  }

  /// With a log, for the usual order and the first that failed; none without a page to make.
  var runsToCompare: [Timeline] {
    guard ExplorationNote.make != nil, let failure = result.firstFailure else { return [] }
    return [("usual order", []), ("failing order", failure.choices)].map { name, choices in
      let timeline = timeline(name, choices)
      timeline.isLogging = true
      return timeline
    }
  }

  private func timeline(_ name: String, _ choices: [Int]) -> Timeline {
    let timeline = Timeline(name, order: .replay(choices))
    timeline.state.withLock { $0.settlesOthers = false }
    return timeline
  }

  mutating func note(_ timeline: Timeline, _ outcome: Result<Void, any Error>) {
    let choices = timeline.state.withLock { $0.chooser.choices }
    result.orderCount += 1
    if case .failure(let error) = outcome {
      result.failureCount += 1
      if result.firstFailure == nil { result.firstFailure = .init(choices: choices.map(\.taken), error: error) }
    }
    guard choices.prefix(counts.count).map(\.count) == counts else {
      result.divergence = prefix
      result.isComplete = false
      prefix = nil
      return
    }
    guard let last = choices.lastIndex(where: { $0.taken + 1 < $0.count }) else {
      prefix = nil
      return
    }
    prefix = choices[..<last].map(\.taken) + [choices[last].taken + 1]
    counts = choices[...last].map(\.count)
  }
}

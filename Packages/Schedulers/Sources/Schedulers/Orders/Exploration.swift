import IssueReporting

/// What came out of running something in every order.
public struct Exploration: Sendable, CustomStringConvertible {
  /// An order in which the body threw an error.
  public struct Failure: Sendable {
    /// The choices that lead there: give them to ``Timeline/Order/replay(_:)``.
    public let choices: [Int]
    /// What was thrown.
    public let error: any Error
  }

  /// How many orders were run, each of them once.
  public internal(set) var orders = 0
  /// Whether these were all; false if the limit came first, or the body differed between runs.
  public internal(set) var isComplete = true
  /// In how many of them the body threw an error.
  public internal(set) var failures = 0
  /// The first of those.
  public internal(set) var firstFailure: Failure?
  /// The choices with which the body met other choices than before, although they begin alike: it differs between runs
  /// in more than their order, and the exploration ended there. Nil if that has not been seen.
  public internal(set) var divergence: [Int]?

  /// For messages.
  public var description: String {
    let more =
      divergence != nil ? ", then the body was not deterministic" : isComplete ? "" : ", and there are more"
    var text = "\(orders) orders\(more), \(failures) of them failed"
    if let firstFailure {
      text += ". The first: \(firstFailure.error). To see it again: Timeline(order: .replay(\(firstFailure.choices)))"
    }
    if let divergence {
      text += """
        . With Timeline(order: .replay(\(divergence))) the body met other choices than the time before: take out of it \
        what is kept between runs, chance, real time and tasks that are not the timeline's
        """
    }
    return text
  }
}

extension Timeline {
  /// Runs `body` once for every order in which things due at one instant, and tasks that can go on, may come: each time
  /// on a new timeline.
  ///
  /// The orders are those that differ in a choice: three independent actions at one instant give six. Between two runs
  /// `body` must not differ in anything else: if it meets another number of choices than before on the same way, the
  /// exploration ends and says so, see ``Exploration/divergence``.
  ///
  /// - Parameters:
  ///   - limit: How many orders to run at most. Their number grows fast.
  ///   - body: Does the work and throws an error if it came out wrong.
  public static func explore(limit: Int = 10_000, _ body: (Timeline) throws -> Void) -> Exploration {
    var search = OrderSearch(limit: limit)
    while let timeline = search.next() {
      search.note(timeline, Swift.Result { try body(timeline) })
    }
    return search.result
  }

  /// Runs `body` once for every order, as work of a new timeline each time: see `run { }`.
  ///
  /// - Parameters:
  ///   - limit: How many orders to run at most. Their number grows fast.
  ///   - body: Does the work and throws an error if it came out wrong.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  nonisolated(nonsending)
    public static func explore(limit: Int = 10_000, _ body: (Timeline) async throws -> Void) async -> Exploration
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
    return search.result
  }
}

/// Runs `body` once for every order in which things due at one instant may come, and reports an issue if it throws an
/// error in any of them, if there are more than `limit`, or if `body` is not deterministic. See ``Timeline/explore(limit:_:)``.
///
/// ```swift
/// exploreOrders { timeline in
///   var balance = 0
///   timeline.schedule(after: .seconds(1)) { balance += 10 }
///   timeline.schedule(after: .seconds(1)) { balance -= 3 }
///   timeline.advance(by: .seconds(1))
///   struct Wrong: Error {}
///   if balance != 7 { throw Wrong() }
/// }
/// ```
@discardableResult
public func exploreOrders(
  limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: (Timeline) throws -> Void
) -> Exploration {
  let result = Timeline.explore(limit: limit, body)
  result.report(limit: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  return result
}

/// Runs `body` once for every order in which things due at one instant, and tasks that can go on, may come, as work of
/// a new timeline each time. Reports as the synchronous form does.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
@discardableResult
nonisolated(nonsending)
  public func exploreOrders(
    limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Timeline) async throws -> Void
  ) async -> Exploration
{
  let result = await Timeline.explore(limit: limit, body)
  result.report(limit: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  return result
}

extension Exploration {
  fileprivate func report(
    limit: Int, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    guard failures > 0 || !isComplete else { return }
    let advice =
      isComplete || divergence != nil
      ? "" : ". Give it a larger limit than \(limit), or the body less to do at one instant"
    reportIssue("\(self)\(advice)", fileID: fileID, filePath: filePath, line: line, column: column)
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
    guard result.orders < limit else {
      result.isComplete = false
      return nil
    }
    return Timeline("order \(result.orders + 1)", order: .replay(prefix))
  }

  mutating func note(_ timeline: Timeline, _ outcome: Result<Void, any Error>) {
    let choices = timeline.choices
    result.orders += 1
    if case .failure(let error) = outcome {
      result.failures += 1
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

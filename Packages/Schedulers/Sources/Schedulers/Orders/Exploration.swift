/// The result of running a body in every order.
public struct Exploration: Sendable, CustomStringConvertible {
  /// An order in which the body threw an error.
  public struct Failure: Sendable {
    /// The choices that reproduce it: pass them to ``Timeline/Order/replay(_:)``.
    public let choices: [Int]
    /// The error.
    public let error: any Error
  }

  /// The number of orders that were run, each of them once.
  public internal(set) var orderCount = 0
  /// Whether all orders were run. False if the limit was reached, or the body was not deterministic.
  public internal(set) var isComplete = true
  /// The number of orders in which the body threw an error.
  public internal(set) var failureCount = 0
  /// The first order in which the body threw an error.
  public internal(set) var firstFailure: Failure?
  /// The choices that led to different further choices in two runs; nil if that did not happen. Runs of the body then
  /// differ in more than their order, and the exploration ended there.
  public internal(set) var divergence: [Int]?

  /// A summary for messages.
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

/// Runs `body` once for every order of actions due at one instant, each time on a new timeline. Reports an issue if it
/// throws an error in any order, if there are more than `limit` orders, or if `body` is not deterministic.
///
/// Three independent actions at one instant have six orders. Two runs of `body` must not differ in anything else. If
/// the same choices lead to a different number of further choices, the exploration ends and reports that, see
/// ``Exploration/divergence``.
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
///   - limit: The maximum number of orders, which grows fast.
///   - body: Runs the code under test, and throws an error if the outcome is wrong.
/// - Returns: The result, which the issue also describes.
@discardableResult
public func exploreOrders(
  limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: (Timeline) throws -> Void
) -> Exploration {
  var search = OrderSearch(limit: limit)
  while let timeline = search.next() {
    search.note(timeline, Result { try body(timeline) })
  }
  search.report(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  return search.result
}

/// Runs `body` once for every order of the actions due at one instant and the tasks that can continue, each time as
/// work of a new timeline. Reports the same issues as the synchronous form.
///
/// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
///
/// - Parameters:
///   - limit: The maximum number of orders, which grows fast.
///   - body: Runs the code under test, and throws an error if the outcome is wrong.
/// - Returns: The result, which the issue also describes.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
@discardableResult
nonisolated(nonsending)
  public func exploreOrders(
    limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Timeline) async throws -> Void
  ) async -> Exploration
{
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  var search = OrderSearch(limit: limit)
  while let timeline = search.next() {
    do {
      try await timeline.host(at: place) { try await body(timeline) }
      search.note(timeline, .success(()))
    } catch {
      search.note(timeline, .failure(error))
    }
  }
  search.report(at: place)
  return search.result
}

/// Searches the tree of choices, depth first.
private struct OrderSearch {
  private(set) var result = Exploration()
  private let limit: Int
  /// The first choices of the next order; nil if there is no further order.
  private var prefix: [Int]? = []
  /// The number of alternatives of each of these choices.
  private var counts: [Int] = []

  init(limit: Int) { self.limit = limit }

  mutating func next() -> Timeline? {
    if prefix != nil, result.orderCount >= limit { result.isComplete = false }
    guard let prefix, result.isComplete else { return nil }
    let timeline = Timeline("order \(result.orderCount + 1)", order: .replay(prefix))
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
    let former = exchange(&prefix, with: nil)
    guard choices.prefix(counts.count).map(\.count) == counts else {
      (result.divergence, result.isComplete) = (former, false)
      return
    }
    guard let last = choices.lastIndex(where: { $0.taken + 1 < $0.count }) else { return }
    prefix = choices[..<last].map(\.taken) + [choices[last].taken + 1]
    counts = choices[...last].map(\.count)
  }

  func report(at place: SourcePlace) {
    guard result.failureCount > 0 || !result.isComplete else { return }
    let hasMore = !result.isComplete && result.divergence == nil
    reportIssue("\(result)\(hasMore ? ". Pass a limit above \(limit), or do less at one instant" : "")", at: place)
  }
}

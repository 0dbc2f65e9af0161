@_spi(Reporting) import Schedulers

// The closures are concurrent, like the closure of `withVirtualTime`: the turns of its task are part of an order.

/// Runs `body` once for every order of the work due at one instant, each time on a new timeline. If an outcome differs
/// from `expected`, reports an issue at the caller's line, with the order that led to it, and a page of this order and
/// the usual one, see ``FailurePages``.
///
/// ```swift
/// exploreOrders(yields: 7) { timeline in
///   var balance = 0
///   timeline.schedule(in: .seconds(1)) { balance += 10 }
///   timeline.schedule(in: .seconds(1)) { balance -= 3 }
///   timeline.advance(by: .seconds(1))
///   return balance
/// }
/// ```
///
/// `limit` is the maximum number of orders; reaching it is reported as an issue.
@discardableResult
public func exploreOrders<Outcome: Equatable>(
  yields expected: Outcome, limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, _ body: (Timeline) throws -> Outcome
) -> Exploration {
  let place = SourcePlace(fileID, filePath, line, column)
  return ExplorationNote.$make.withValue(FailurePages.noteOfOrders(at: place)) {
    exploreOrders(limit: limit, fileID: fileID, filePath: filePath, line: line, column: column) { timeline in
      let outcome = try body(timeline)
      if outcome != expected { throw Complaint("\(outcome) instead of \(expected)") }
    }
  }
}

/// Runs a body with tasks in every order, as in `withVirtualTime`, and reports the first order with another result.
///
/// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
@discardableResult
public func exploreOrders<Outcome: Equatable>(
  yields expected: Outcome, limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, _ body: @concurrent (Timeline) async throws -> Outcome
) async -> Exploration {
  let place = SourcePlace(fileID, filePath, line, column)
  return await ExplorationNote.$make.withValue(FailurePages.noteOfOrders(at: place)) {
    await exploreOrders(limit: limit, fileID: fileID, filePath: filePath, line: line, column: column) { timeline in
      let outcome = try await body(timeline)
      if outcome != expected { throw Complaint("\(outcome) instead of \(expected)") }
    }
  }
}

/// The outcome of an order.
private struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

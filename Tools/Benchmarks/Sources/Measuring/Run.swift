/// The sides that a row compares.
public enum Side: String, CaseIterable, Sendable { case ours, peer, loop }

/// Runs the rows of one name: ours, the peer's, and the loop.
///
/// - Parameters:
///   - kin: The row of ours with which the goal compares this one. It runs only if ours does.
///   - goal: a goal that replaces the row's own.
public func run(
  ours: Row?, peer: Row?, kin: Row? = nil, sides: Set<Side> = Set(Side.allCases), goal: Goal? = nil, effort: Effort
) -> RowResult {
  guard let row = ours ?? peer else { preconditionFailure("run: needs a row of ours or of the peer's") }
  precondition(
    ours == nil || peer == nil || ours?.operations == peer?.operations,
    "Row \(row.name): ours and the peer's perform different numbers of operations")
  let ours = sides.contains(.ours) ? ours : nil
  let peer = sides.contains(.peer) ? peer : nil
  let loop = sides.contains(.loop) ? row.loop : nil
  let kin = ours == nil ? nil : kin
  var bodies: [(operations: Int, body: Row.Body)] = []
  if let ours { bodies.append((ours.operations, ours.prepare())) }
  if let peer { bodies.append((peer.operations, peer.prepare())) }
  if let loop { bodies.append((loop.operations, loop.prepare(Sum()))) }
  if let kin { bodies.append((kin.operations, kin.prepare())) }
  var measured = measure(bodies, effort: effort)[...]
  return RowResult(
    name: row.name, section: row.section, unit: row.unit, goal: goal ?? row.goal,
    ours: ours.map { _ in measured.removeFirst() },
    peer: peer.map { _ in measured.removeFirst() },
    loop: loop.map { _ in measured.removeFirst() },
    kin: kin.map { _ in measured.removeFirst() })
}

/// The cost of one more step in a chain: the difference between a long chain and a short one, by the steps between them.
/// `nil` if one of them is missing.
public func difference(
  _ name: String, from short: String, to long: String, steps: Int, goal: Goal, in results: [RowResult]
) -> RowResult? {
  func side(_ path: (RowResult) -> Timing?) -> Timing? {
    guard
      let first = results.first(where: { $0.name == short }).flatMap(path)?.nanoseconds,
      let last = results.first(where: { $0.name == long }).flatMap(path)?.nanoseconds
    else { return nil }
    return Timing(nanoseconds: zip(first, last).map { ($1 - $0) / Double(steps) })
  }
  let result = RowResult(
    name: name, section: results.first { $0.name == short }?.section ?? "", unit: .element, goal: goal,
    ours: side(\.ours), peer: side(\.peer), loop: side(\.loop))
  return result.ours == nil && result.peer == nil ? nil : result
}

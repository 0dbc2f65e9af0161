/// A row after its run.
public struct RowResult: Codable, Sendable, Equatable {
  public var name: String
  public var unit: Row.Unit
  public var goal: Goal
  public var ours: Timing?
  public var peer: Timing?
  public var loop: Timing?

  public init(
    name: String, unit: Row.Unit, goal: Goal, ours: Timing? = nil, peer: Timing? = nil,
    loop: Timing? = nil
  ) {
    self.name = name
    self.unit = unit
    self.goal = goal
    self.ours = ours
    self.peer = peer
    self.loop = loop
  }

  /// How many times faster ours is than the peer.
  public var timesFaster: Double? {
    guard let ours, let peer else { return nil }
    return pairedRatio(peer.nanoseconds, to: ours.nanoseconds)
  }

  /// How many nanoseconds an operation ours takes more than the loop.
  public var overLoop: Double? {
    guard let ours, let loop else { return nil }
    return median(zip(ours.nanoseconds, loop.nanoseconds).map { $0 - $1 })
  }

  /// Whether ours reaches the goal; `nil` if nothing of it can be judged.
  public var isMet: Bool? {
    var verdicts: [Bool] = []
    if let wanted = goal.timesFaster, let timesFaster { verdicts.append(timesFaster >= wanted) }
    if let wanted = goal.overLoop, let overLoop { verdicts.append(overLoop <= wanted) }
    if let wanted = goal.allocations, let allocations = ours?.allocations {
      // What subscribing takes is spread over the elements, and must not count as an allocation an element.
      verdicts.append(allocations <= wanted + 0.01)
    }
    return verdicts.isEmpty ? nil : verdicts.allSatisfy { $0 }
  }
}

/// Runs the rows of one name: ours, the peer's, and the loop.
public func run(ours: Row?, peer: Row?, effort: Effort) -> RowResult {
  guard let row = ours ?? peer else { preconditionFailure("run: needs a row of ours or of the peer's") }
  precondition(
    ours == nil || peer == nil || ours?.operations == peer?.operations,
    "Row \(row.name): ours and the peer's perform different numbers of operations")
  var bodies: [(operations: Int, body: Row.Body)] = []
  if let ours { bodies.append((ours.operations, ours.prepare())) }
  if let peer { bodies.append((peer.operations, peer.prepare())) }
  if let loop = row.loop { bodies.append((loop.operations, loop.prepare(Sum()))) }
  var measured = measure(bodies, effort: effort)[...]
  return RowResult(
    name: row.name, unit: row.unit, goal: row.goal,
    ours: ours.map { _ in measured.removeFirst() },
    peer: peer.map { _ in measured.removeFirst() },
    loop: row.loop.map { _ in measured.removeFirst() })
}

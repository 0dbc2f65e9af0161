/// A row after its run.
public struct RowResult: Codable, Sendable, Equatable {
  public var name: String
  public var section: String
  public var unit: Row.Unit
  public var goal: Goal
  public var ours: Timing?
  public var peer: Timing?
  public var loop: Timing?
  /// How long ours takes in the row that the goal compares this one with, measured in turn with this row.
  public var kin: Timing?

  public init(
    name: String, section: String = "", unit: Row.Unit, goal: Goal, ours: Timing? = nil, peer: Timing? = nil,
    loop: Timing? = nil, kin: Timing? = nil
  ) {
    self.name = name
    self.section = section
    self.unit = unit
    self.goal = goal
    self.ours = ours
    self.peer = peer
    self.loop = loop
    self.kin = kin
  }

  /// How many times faster ours is than the peer. Nil for a row of memory, which has no times.
  public var timesFaster: Double? {
    guard let ours, let peer, !ours.nanoseconds.isEmpty else { return nil }
    return pairedRatio(peer.nanoseconds, to: ours.nanoseconds)
  }

  /// How many nanoseconds an operation ours takes more than the loop.
  public var overLoop: Double? {
    guard let ours, let loop else { return nil }
    return median(zip(ours.nanoseconds, loop.nanoseconds).map { $0 - $1 })
  }

  /// How many times as long as the loop ours takes.
  public var timesLoop: Double? {
    guard let ours, let loop else { return nil }
    return pairedRatio(ours.nanoseconds, to: loop.nanoseconds)
  }

  /// How many times as many bytes as the loop ours holds.
  public var bytesOfLoop: Double? {
    guard let ours = ours?.heldBytes, let loop = loop?.heldBytes else { return nil }
    return ours / loop
  }

  /// How many times as long as its kin ours takes.
  public var timesKin: Double? {
    guard let ours, let kin else { return nil }
    return pairedRatio(ours.nanoseconds, to: kin.nanoseconds)
  }

  /// A message if the sinks of ours and of the peer's add up to different numbers: such sides do not do the same work.
  public var difference: String? {
    guard let ours = ours?.added, let peer = peer?.added, ours != peer else { return nil }
    return "\(name): the sums differ: ours is \(ours), the peer's \(peer)"
  }

  /// Whether ours reaches the goal, and the peer does the same work; `nil` if nothing of it can be judged.
  public var isMet: Bool? {
    if difference != nil { return false }
    var verdicts: [Bool] = []
    if let wanted = goal.timesFaster, let timesFaster { verdicts.append(timesFaster >= wanted) }
    if let wanted = goal.overLoop, let overLoop { verdicts.append(overLoop <= wanted) }
    if let wanted = goal.nanoseconds, let ours { verdicts.append(median(ours.nanoseconds) <= wanted) }
    if let wanted = goal.timesKin, let timesKin { verdicts.append(timesKin <= wanted) }
    if let wanted = goal.timesLoop, let timesLoop { verdicts.append(timesLoop <= wanted) }
    if let wanted = goal.bytesOfLoop, let bytesOfLoop { verdicts.append(bytesOfLoop <= wanted) }
    if let wanted = goal.bytes, let bytes = ours?.heldBytes { verdicts.append(bytes <= wanted) }
    if let wanted = goal.allocations, let allocations = ours?.allocations {
      // The cost of subscribing is spread over the elements, and must not count as an allocation an element.
      verdicts.append(allocations <= wanted + 0.01)
    }
    return verdicts.isEmpty ? nil : verdicts.allSatisfy { $0 }
  }
}

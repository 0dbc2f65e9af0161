extension RowResult {
  /// Sides that do different work, and goals missed by more than a busy machine explains. Empty if all is well.
  ///
  /// Ratios may fall to half of their goal, and what has a limit of time or bytes may take twice that: the guard finds
  /// large losses, not a few percent. Whatever the ratio, a row may take twice as long as the locked
  /// instructions that it needs. Allocations and sums do not scatter, and have no slack.
  ///
  /// - Parameter lockedInstruction: The time of a locked instruction, in nanoseconds.
  public func regressions(lockedInstruction: Double = LockedInstruction.nanoseconds) -> [String] {
    var found = difference.map { [$0] } ?? []
    let isAtFloor = ours.map { median($0.nanoseconds) <= 2 * (goal.locked ?? 0) * lockedInstruction } ?? false
    if let wanted = goal.timesFaster, let timesFaster, timesFaster < wanted / 2, !isAtFloor {
      found.append("\(name): \(round(timesFaster)) times faster than the peer, not half of its goal, \(round(wanted))")
    }
    let limits = [
      (goal.timesKin, timesKin, "times as long as \(goal.kin ?? "the other row")"),
      (goal.timesLoop, timesLoop, "times as long as the bare loop"),
      (goal.bytesOfLoop, bytesOfLoop, "times as many bytes as the bare loop"),
      (goal.bytes, ours?.heldBytes, "bytes"),
      (goal.nanoseconds, ours.map { median($0.nanoseconds) }, "ns"),
    ]
    for case (let wanted?, let taken?, let unit) in limits where taken > 2 * wanted {
      found.append("\(name): takes \(round(taken)) \(unit), not \(round(wanted))")
    }
    if let wanted = goal.allocations, let allocations = ours?.allocations, allocations > wanted + 0.01 {
      found.append("\(name): \(round(allocations)) allocations an operation, more than its goal, \(round(wanted))")
    }
    return found
  }
}

private func round(_ value: Double) -> Double { (value * 100).rounded() / 100 }

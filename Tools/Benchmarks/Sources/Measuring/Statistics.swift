/// The middle of `values`, or the mean of the two in the middle. Traps if there are none.
public func median(_ values: [Double]) -> Double {
  precondition(!values.isEmpty, "median: needs at least one value")
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// How far repetitions lie apart: the widest distance from the median as a share of it. 0 for a single value.
public func spread(_ values: [Double]) -> Double {
  let middle = median(values)
  guard middle > 0 else { return 0 }
  return values.map { abs($0 - middle) }.max()! / middle
}

/// How many times longer `slow` took than `fast`: the median over pairs that were measured one right after the other,
/// so that a machine that becomes busy in between slows both halves of a pair.
public func pairedRatio(_ slow: [Double], to fast: [Double]) -> Double {
  precondition(slow.count == fast.count, "pairedRatio: needs pairs, not \(slow.count) and \(fast.count) values")
  return median(zip(slow, fast).map { $0 / max($1, .leastNormalMagnitude) })
}

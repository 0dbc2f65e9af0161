import Foundation
import Measuring

/// A row of the table, as text.
package struct Cells {
  static let titles = ["workload", "ours", "peer", "ratio", "loop", "allocations", "bytes", "goal", "met"]

  package let texts: [String]

  package init(_ row: RowResult) {
    texts = [
      row.name,
      nanoseconds(row.ours),
      nanoseconds(row.peer),
      row.timesFaster.map(times) ?? "",
      nanoseconds(row.loop),
      allocations(row),
      bytes(row),
      goal(row.goal),
      row.isMet.map { $0 ? "yes" : "no" } ?? "",
    ]
  }
}

/// Nothing for a row of memory, which has no times.
private func nanoseconds(_ measurement: Timing?) -> String {
  guard let times = measurement?.nanoseconds, !times.isEmpty else { return "" }
  return number(median(times))
}

/// At most three significant digits: the measurements are not more precise.
package func number(_ value: Double) -> String {
  let digits = abs(value) < 9.995 ? 2 : abs(value) < 99.95 ? 1 : 0
  return number(value, digits: digits)
}

func number(_ value: Double, digits: Int) -> String {
  value.formatted(.number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US")))
}

private func times(_ value: Double) -> String { number(value) + "x" }

private func allocations(_ row: RowResult) -> String {
  [row.ours, row.peer].compactMap { $0?.allocations.map(count) }.joined(separator: " / ")
}

/// Bytes that stay held, of ours and of what it is compared with, where they are the point.
private func bytes(_ row: RowResult) -> String {
  guard row.goal.bytesOfLoop != nil || row.goal.bytes != nil else { return "" }
  return [row.ours, row.peer, row.loop].compactMap { $0?.heldBytes.map { number($0, digits: 0) } }
    .joined(separator: " / ")
}

/// Allocations an operation: whole unless they are not.
func count(_ value: Double) -> String {
  abs(value - value.rounded()) < 0.01 ? String(Int(value.rounded())) : number(value)
}

private func goal(_ goal: Goal) -> String {
  var parts: [String] = []
  if let faster = goal.timesFaster { parts.append("\(count(faster))x") }
  if let over = goal.overLoop { parts.append("loop + \(count(over)) ns") }
  if let most = goal.nanoseconds { parts.append("\(count(most)) ns") }
  if let times = goal.timesLoop { parts.append("\(number(times, digits: 1)) loops") }
  if let times = goal.bytesOfLoop { parts.append("\(number(times, digits: 1)) times the loop's bytes") }
  if let bytes = goal.bytes { parts.append("\(count(bytes)) bytes") }
  if let kin = goal.kin {
    parts.append((goal.timesKin ?? 1) < 2 ? "as \(kin)" : "\(number(goal.timesKin ?? 1, digits: 1)) times \(kin)")
  }
  if let allocations = goal.allocations { parts.append("\(count(allocations)) alloc.") }
  return parts.joined(separator: ", ")
}

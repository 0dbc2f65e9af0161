import Foundation
import StreamsCore

/// Returns `date`, or the distant past if `date` is earlier. From there, a repetition can still compute its steps.
///
/// Traps, and names `function`, if one of the times is not a number or the interval is negative.
func checkedDate(
  _ function: String, _ date: Date, every interval: TimeInterval = 0, tolerance: TimeInterval
) -> Date {
  requireNumber(date.timeIntervalSinceReferenceDate, "date", function)
  requireNumber(interval, "interval", function)
  requireNumber(tolerance, "tolerance", function)
  if interval < 0 { trap(function, "the interval must not be negative, but is \(interval)") }
  return max(date, .distantPast)
}

/// Traps, and names `function`, if a time is not a number. On an agenda, such an item would always be first, and block all
/// others.
func requireNumber(_ time: TimeInterval, _ name: StaticString, _ function: String) {
  if time.isNaN { trap(function, "the \(name) is not a number") }
}

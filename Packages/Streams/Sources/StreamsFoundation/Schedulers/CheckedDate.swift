import Foundation
import StreamsCore

/// The date of scheduled work: `date`, but not before the distant past, from where a repetition can still count its
/// steps.
///
/// Traps in the name of `function` if one of the times is not a number, or if the interval is negative.
func checkedDate(
  _ function: String, _ date: Date, every interval: TimeInterval = 0, tolerance: TimeInterval
) -> Date {
  requireNumbers(
    function, ["date": date.timeIntervalSinceReferenceDate, "interval": interval, "tolerance": tolerance])
  if interval < 0 { trap(function, "the interval must not be negative, but is \(interval)") }
  return max(date, .distantPast)
}

/// Traps in the name of `function` if one of the times is not a number. On an agenda it would always be first, and keep
/// all others waiting.
func requireNumbers(_ function: String, _ times: KeyValuePairs<String, TimeInterval>) {
  for (name, time) in times where time.isNaN { trap(function, "the \(name) is not a number") }
}

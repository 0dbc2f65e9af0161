extension Duration {
  /// The duration in nanoseconds, rounded and clamped like the times of a timeline.
  var wholeNanoseconds: Int64 { Timeline.Instant.beginning.advanced(by: self).nanoseconds }
}

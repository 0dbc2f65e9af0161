extension Duration {
  /// In whole nanoseconds, as a timeline keeps it.
  var wholeNanoseconds: Int64 { Timeline.Instant.beginning.advanced(by: self).nanoseconds }
}

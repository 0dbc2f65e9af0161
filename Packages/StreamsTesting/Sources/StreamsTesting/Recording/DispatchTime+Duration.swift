import Dispatch

extension DispatchTime {
  /// Returns the sum, clamped to the distant future.
  package static func + (time: DispatchTime, duration: Duration) -> DispatchTime {
    let (sum, overflow) = time.uptimeNanoseconds.addingReportingOverflow(UInt64(max(0, duration.wholeNanoseconds)))
    return overflow ? .distantFuture : DispatchTime(uptimeNanoseconds: sum)
  }
}

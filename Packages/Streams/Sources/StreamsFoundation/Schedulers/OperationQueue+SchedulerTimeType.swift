import Foundation

extension OperationQueue {
  /// A point in time of an operation queue: a date.
  public struct SchedulerTimeType: _DateSchedulerTime, Codable, Hashable, Sendable {
    /// The date.
    public var date: Date

    /// Creates the point in time of `date`.
    public init(_ date: Date) { self.date = date }

    /// A length of time between two dates, in seconds and fractions of seconds. A literal is a number of seconds.
    public struct Stride: _DateSchedulerStride, Codable, Sendable {
      /// The length in seconds.
      public var magnitude: TimeInterval

      /// Creates a length of `timeInterval` seconds.
      public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    }
  }
}

import Foundation

public struct Departure: Codable, Equatable {
  public let line: String
  public let destination: String
  public let planned: Date
  /// In seconds.
  public let delay: Int

  public init(line: String, destination: String, planned: Date, delay: Int = 0) {
    self.line = line
    self.destination = destination
    self.planned = planned
    self.delay = delay
  }

  public var expected: Date { planned.addingTimeInterval(TimeInterval(delay)) }
}

import Foundation

public struct Forecast: Codable, Equatable {
  public struct Day: Codable, Equatable {
    public let date: Date
    public let low: Double
    public let high: Double
  }

  public let place: String
  public let days: [Day]
}

public enum ForecastError: Error, Equatable {
  case offline
  case notFound
  case server(status: Int)
  case unreadable
}

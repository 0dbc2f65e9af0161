import Foundation

public enum TransitError: Error, Equatable {
  case offline
  case unknownStation
  case unreadable
  case server(status: Int)

  /// Whether the same request may succeed a little later.
  public var isTransient: Bool {
    switch self {
    case .offline: true
    case .server(let status): status >= 500
    case .unknownStation, .unreadable: false
    }
  }
}

extension TransitError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .offline: "No connection"
    case .unknownStation: "There is no such station"
    case .unreadable: "The answer could not be read"
    case .server(let status): "The server answered with status \(status)"
    }
  }
}

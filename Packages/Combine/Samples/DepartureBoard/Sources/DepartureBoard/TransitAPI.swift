import Combine
import Foundation

/// The requests of a transit server: stations by name, and the departures of one.
public struct TransitAPI {
  private let base: URL
  private let transport: Transport
  private let decoder: JSONDecoder

  public init(base: URL, transport: Transport = URLSession.shared) {
    self.base = base
    self.transport = transport
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
  }

  public func stations(matching text: String) -> AnyPublisher<[Station], TransitError> {
    get("stations", ["name": text])
  }

  public func departures(from station: Station) -> AnyPublisher<[Departure], TransitError> {
    get("departures", ["station": station.id])
      .map { (departures: [Departure]) in departures.sorted { $0.expected < $1.expected } }
      .eraseToAnyPublisher()
  }

  private func get<Answer: Decodable>(_ path: String, _ query: [String: String]) -> AnyPublisher<Answer, TransitError> {
    var components = URLComponents(url: base.appendingPathComponent(path), resolvingAgainstBaseURL: false)!
    components.queryItems = query.map(URLQueryItem.init)
    var request = URLRequest(url: components.url!)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return transport.response(for: request)
      .mapError { _ in TransitError.offline }
      .tryMap(Self.body)
      .decode(type: Answer.self, decoder: decoder)
      .mapError { $0 as? TransitError ?? .unreadable }
      .eraseToAnyPublisher()
  }

  private static func body(of answer: (data: Data, response: URLResponse)) throws -> Data {
    let status = (answer.response as? HTTPURLResponse)?.statusCode ?? 200
    switch status {
    case 200..<300: return answer.data
    case 404: throw TransitError.unknownStation
    default: throw TransitError.server(status: status)
    }
  }
}

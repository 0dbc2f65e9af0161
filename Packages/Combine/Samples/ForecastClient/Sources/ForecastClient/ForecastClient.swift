import Combine
import Foundation

public final class ForecastClient {
  private let base: URL
  private let transport: Transport
  private let decoder: JSONDecoder
  private var running: [String: AnyPublisher<Forecast, ForecastError>] = [:]
  private let lock = NSLock()

  public init(base: URL, transport: Transport = URLSession.shared) {
    self.base = base
    self.transport = transport
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
  }

  /// The forecast for a place. Calls made while a request is running share its answer.
  public func forecast(for place: String) -> AnyPublisher<Forecast, ForecastError> {
    lock.lock()
    defer { lock.unlock() }
    if let publisher = running[place] { return publisher }
    let publisher = request(place)
      .handleEvents(
        receiveCompletion: { [weak self] _ in self?.forget(place) },
        receiveCancel: { [weak self] in self?.forget(place) }
      )
      .share()
      .eraseToAnyPublisher()
    running[place] = publisher
    return publisher
  }

  /// The forecasts for many places, at most two requests at a time, in the order in which they arrive. Places that are
  /// not known are left out.
  public func forecasts(for places: [String]) -> AnyPublisher<[Forecast], ForecastError> {
    places.publisher
      .setFailureType(to: ForecastError.self)
      .flatMap(maxPublishers: .max(2)) { place in
        self.forecast(for: place)
          .map(Optional.some)
          .tryCatch { error -> Just<Forecast?> in
            guard error == .notFound else { throw error }
            return Just(nil)
          }
          .mapError { $0 as? ForecastError ?? .unreadable }
      }
      .compactMap { $0 }
      .collect()
      .eraseToAnyPublisher()
  }

  private func request(_ place: String) -> AnyPublisher<Forecast, ForecastError> {
    var components = URLComponents(url: base.appendingPathComponent("forecast"), resolvingAgainstBaseURL: false)!
    components.queryItems = [URLQueryItem(name: "place", value: place)]
    var request = URLRequest(url: components.url!)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return transport.response(for: request)
      .retry(2)
      .mapError { _ in ForecastError.offline }
      .flatMap { data, response -> AnyPublisher<Data, ForecastError> in
        switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
        case 200..<300: return Just(data).setFailureType(to: ForecastError.self).eraseToAnyPublisher()
        case 404: return Fail(error: .notFound).eraseToAnyPublisher()
        case let status: return Fail(error: .server(status: status)).eraseToAnyPublisher()
        }
      }
      .decode(type: Forecast.self, decoder: decoder)
      .mapError { $0 as? ForecastError ?? .unreadable }
      .eraseToAnyPublisher()
  }

  private func forget(_ place: String) {
    lock.lock()
    defer { lock.unlock() }
    running[place] = nil
  }
}

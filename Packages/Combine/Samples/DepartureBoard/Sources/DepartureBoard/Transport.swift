import Combine
import Foundation

/// How requests are answered: by the network, or in tests by hand.
public protocol Transport {
  func response(for request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError>
}

extension URLSession: Transport {
  public func response(for request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    dataTaskPublisher(for: request).map { ($0.data, $0.response) }.eraseToAnyPublisher()
  }
}

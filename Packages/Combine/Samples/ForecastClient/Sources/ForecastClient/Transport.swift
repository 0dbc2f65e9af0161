import Foundation

#if canImport(Combine)
  import Combine
#else
  #error("This client is written for Combine")
#endif

/// Sends requests. The session's own way in the app, a closure in tests.
public protocol Transport {
  func response(for request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError>
}

extension URLSession: Transport {
  public func response(for request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    dataTaskPublisher(for: request)
      .map { ($0.data, $0.response) }
      .eraseToAnyPublisher()
  }
}

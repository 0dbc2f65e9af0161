import Combine
import DepartureBoard
import Foundation

/// Answers requests with what the test has prepared, and remembers them.
final class Server: Transport {
  enum Answer {
    case json(String)
    case status(Int)
    case offline
  }

  private(set) var requests: [String] = []
  var answers: [Answer] = []

  var api: TransitAPI { TransitAPI(base: URL(string: "https://transit.test")!, transport: self) }

  func response(for request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    Deferred { [unowned self] in
      requests.append("\(request.url!.lastPathComponent)?\(request.url!.query ?? "")")
      return answer(to: request.url!)
    }
    .eraseToAnyPublisher()
  }

  private func answer(to url: URL) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    var status = 200
    var body = Data()
    switch answers.isEmpty ? .offline : answers.removeFirst() {
    case .json(let text): body = Data(text.utf8)
    case .status(let code): status = code
    case .offline: return Fail(error: URLError(.notConnectedToInternet)).eraseToAnyPublisher()
    }
    let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)!
    return Just((body, response)).setFailureType(to: URLError.self).eraseToAnyPublisher()
  }
}

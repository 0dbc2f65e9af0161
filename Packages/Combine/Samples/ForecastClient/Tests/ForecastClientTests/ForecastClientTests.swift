import Combine
import ForecastClient
import Foundation
import XCTest

private final class StubTransport: Transport {
  typealias Answer = Result<(Data, Int), URLError>

  var answers: [String: [Answer]] = [:]
  private(set) var requests: [URLRequest] = []

  func response(for request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    Deferred { () -> AnyPublisher<(data: Data, response: URLResponse), URLError> in
      self.requests.append(request)
      let place = URLComponents(url: request.url!, resolvingAgainstBaseURL: false)!.queryItems![0].value!
      var left = self.answers[place] ?? [.success((Data(), 404))]
      let answer = left.count > 1 ? left.removeFirst() : left[0]
      self.answers[place] = left
      return answer.map { data, status in
        (data, HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: nil, headerFields: nil)!)
      }
      .publisher
      .receive(on: DispatchQueue.main)
      .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}

final class ForecastClientTests: XCTestCase {
  private let transport = StubTransport()
  private lazy var client = ForecastClient(base: URL(string: "https://example.org/api")!, transport: transport)
  private var cancellables = Set<AnyCancellable>()

  private func json(_ place: String) -> Data {
    Data(#"{"place":"\#(place)","days":[{"date":"2026-01-02T00:00:00Z","low":-3.5,"high":4}]}"#.utf8)
  }

  private func result<P: Publisher>(of publisher: P) -> Result<[P.Output], P.Failure> {
    let done = expectation(description: "completion")
    var values: [P.Output] = []
    var result: Result<[P.Output], P.Failure>?
    publisher.sink(
      receiveCompletion: {
        if case .failure(let error) = $0 { result = .failure(error) } else { result = .success(values) }
        done.fulfill()
      },
      receiveValue: { values.append($0) }
    )
    .store(in: &cancellables)
    wait(for: [done], timeout: 60)
    return result!
  }

  func testDecodes() throws {
    transport.answers["Rome"] = [.success((json("Rome"), 200))]
    let forecast = try result(of: client.forecast(for: "Rome")).get().first
    XCTAssertEqual(forecast?.place, "Rome")
    XCTAssertEqual(forecast?.days.map(\.low), [-3.5])
    XCTAssertEqual(transport.requests.first?.url?.absoluteString, "https://example.org/api/forecast?place=Rome")
    XCTAssertEqual(transport.requests.first?.value(forHTTPHeaderField: "Accept"), "application/json")
  }

  func testTriesAgainWhenTheNetworkFails() throws {
    transport.answers["Oslo"] = [
      .failure(URLError(.timedOut)), .failure(URLError(.networkConnectionLost)), .success((json("Oslo"), 200)),
    ]
    XCTAssertEqual(try result(of: client.forecast(for: "Oslo")).get().map(\.place), ["Oslo"])
    XCTAssertEqual(transport.requests.count, 3)
  }

  func testErrors() {
    transport.answers["a"] = [.failure(URLError(.notConnectedToInternet))]
    transport.answers["b"] = [.success((Data(), 503))]
    transport.answers["c"] = [.success((Data("{".utf8), 200))]
    XCTAssertEqual(result(of: client.forecast(for: "a")), .failure(.offline))
    XCTAssertEqual(result(of: client.forecast(for: "b")), .failure(.server(status: 503)))
    XCTAssertEqual(result(of: client.forecast(for: "c")), .failure(.unreadable))
    XCTAssertEqual(result(of: client.forecast(for: "nowhere")), .failure(.notFound))
  }

  func testThoseWhoAskAtOnceShareARequest() throws {
    transport.answers["Bonn"] = [.success((json("Bonn"), 200))]
    let both = Publishers.Zip(client.forecast(for: "Bonn"), client.forecast(for: "Bonn"))
    XCTAssertEqual(try result(of: both).get().count, 1)
    XCTAssertEqual(transport.requests.count, 1)
    XCTAssertEqual(try result(of: client.forecast(for: "Bonn")).get().count, 1)
    XCTAssertEqual(transport.requests.count, 2)
  }

  func testManyPlaces() throws {
    for place in ["x", "y", "z"] { transport.answers[place] = [.success((json(place), 200))] }
    let forecasts = try result(of: client.forecasts(for: ["x", "unknown", "y", "z"])).get()
    XCTAssertEqual(forecasts.first?.map(\.place).sorted(), ["x", "y", "z"])
  }

  func testTheSessionItselfIsATransport() {
    let nothingListensHere = URL(string: "http://127.0.0.1:9/")!
    let client = ForecastClient(base: nothingListensHere, transport: URLSession(configuration: .ephemeral))
    XCTAssertEqual(result(of: client.forecast(for: "Rome")), .failure(.offline))
  }
}

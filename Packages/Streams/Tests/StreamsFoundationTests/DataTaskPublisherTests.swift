import Foundation
import Streams
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private typealias Result = Probe<URLSession.DataTaskPublisher.Output, URLError>

/// Answers requests to `stub://` addresses, each by what its host says.
private final class StubProtocol: URLProtocol {
  static let log = Log()

  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "stub" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let host = url.host else { return }
    Self.log.add("start \(url)")
    switch host {
    case "answer":
      let status = Int(url.lastPathComponent) ?? 200
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)!
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data((request.httpMethod ?? "").utf8))
      client?.urlProtocolDidFinishLoading(self)
    case "fail":
      client?.urlProtocol(self, didFailWithError: URLError(.timedOut))
    case "fail-ns":
      let domain = url.lastPathComponent == "other" ? "other" : NSURLErrorDomain
      let code = url.lastPathComponent == "odd" ? 1 : URLError.notConnectedToInternet.rawValue
      client?.urlProtocol(self, didFailWithError: NSError(domain: domain, code: code))
    default:
      break  // Never answers.
    }
  }

  override func stopLoading() {}
}

@Suite(.timeLimit(.minutes(10))) struct DataTaskPublisherTests {
  private let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    // With a cache, Foundation may stop the program when a task is cancelled.
    configuration.urlCache = nil
    configuration.protocolClasses = [StubProtocol.self]
    return URLSession(configuration: configuration)
  }()

  private func load(
    _ publisher: URLSession.DataTaskPublisher, demand: Subscribers.Demand = .max(1)
  ) async -> Result {
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    let probe = Result(demand, onCompletion: { log.yield() })
    publisher.subscribe(probe)
    for await _ in done.prefix(1) {}
    return probe
  }

  @Test func sendsDataAndResponse() async throws {
    let probe = await load(session.dataTaskPublisher(for: URL(string: "stub://answer/200")!))
    expectEqual(probe.values.count, 1)
    expectEqual(probe.completions, [.finished])
    let (data, response) = try #require(probe.values.first)
    expectEqual(String(decoding: data, as: UTF8.self), "GET")
    expectEqual((response as? HTTPURLResponse)?.statusCode, 200)
  }

  @Test func sendsTheRequest() async throws {
    var request = URLRequest(url: URL(string: "stub://answer/404")!)
    request.httpMethod = "PUT"
    let publisher = session.dataTaskPublisher(for: request)
    #expect(publisher.request == request && publisher.session === session)
    let probe = await load(publisher, demand: .unlimited)
    let (data, response) = try #require(probe.values.first)
    expectEqual(String(decoding: data, as: UTF8.self), "PUT")
    expectEqual((response as? HTTPURLResponse)?.statusCode, 404, "a status is no failure")
    expectEqual(probe.completions, [.finished])
  }

  @Test func failsWithTheErrorOfItsTask() async {
    let probe = await load(session.dataTaskPublisher(for: URL(string: "stub://fail")!))
    #expect(probe.values.isEmpty)
    expectEqual(probe.completions, [.failure(URLError(.timedOut))])
  }

  @Test(arguments: [("url", URLError.Code.notConnectedToInternet), ("other", .unknown), ("odd", .unknown)])
  func failsWithTheCodeOfAnNSError(domain: String, code: URLError.Code) async {
    let probe = await load(session.dataTaskPublisher(for: URL(string: "stub://fail-ns/\(domain)")!))
    guard case .failure(let error) = probe.completions.first else {
      Issue.record("got \(probe.completions)")
      return
    }
    expectEqual(error.code, code)
  }

  @Test func loadsOverTheNetwork() async throws {
    let server = try LoopbackServer()
    let session = URLSession(configuration: .ephemeral)
    let silent = Result(.max(1))
    session.dataTaskPublisher(for: server.url.appendingPathComponent("silence")).subscribe(silent)
    for number in 1...3 {
      let probe = await load(session.dataTaskPublisher(for: server.url.appendingPathComponent("\(number)")))
      expectEqual(probe.values.map { String(decoding: $0.data, as: UTF8.self) }, ["GET /\(number) HTTP/1.1"])
      expectEqual(probe.completions, [.finished])
    }
    silent.cancel()
    _ = await load(session.dataTaskPublisher(for: server.url))
    #expect(silent.values.isEmpty && silent.completions.isEmpty)
  }

  @Test func aRefusedConnectionFails() async throws {
    let probe = await load(
      URLSession(configuration: .ephemeral).dataTaskPublisher(for: URL(string: "http://127.0.0.1:1")!))
    guard case .failure(let error) = probe.completions.first else {
      Issue.record("got \(probe.completions)")
      return
    }
    expectEqual(error.code, .cannotConnectToHost)
  }

  @Test func loadsOnceForEachSubscriberWhenItFirstAsks() async {
    let url = URL(string: "stub://answer/once")!
    let publisher = session.dataTaskPublisher(for: url)
    func starts() -> Int { StubProtocol.log.entries.count { $0 == "start \(url)" } }
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    let probe = Result(.none, onCompletion: { log.yield() })
    publisher.subscribe(probe)
    expectEqual(starts(), 0)
    probe.subscription?.request(.max(1))
    probe.subscription?.request(.max(1))
    for await _ in done.prefix(1) {}
    expectEqual(starts(), 1)
    #expect(probe.values.count == 1 && probe.completions == [.finished])
    _ = await load(publisher)
    expectEqual(starts(), 2)
    probe.subscription?.request(.max(1))
    expectEqual(probe.values.count, 1)
  }

  @Test func cancellingCancelsTheTask() async throws {
    let probe = Result(.max(1))
    session.dataTaskPublisher(for: URL(string: "stub://silence")!).subscribe(probe)
    let subscription = try #require(probe.subscription)
    let task = try #require(
      Mirror(reflecting: subscription).children.first { $0.label == "task" }?.value as? URLSessionDataTask)
    probe.cancel()
    #expect(task.state == .canceling || task.state == .completed)
    _ = await load(session.dataTaskPublisher(for: URL(string: "stub://answer/200")!))
    #expect(probe.values.isEmpty && probe.completions.isEmpty)
    #expect(
      Mirror(reflecting: subscription).children.allSatisfy { "\($0.value)".contains("nil") || $0.label == "demand" })
  }

  @Test func cancellingBeforeAskingStartsNothing() {
    let url = URL(string: "stub://answer/unasked")!
    let probe = Result(.none)
    session.dataTaskPublisher(for: url).subscribe(probe)
    probe.cancel()
    probe.subscription?.request(.unlimited)
    #expect(!StubProtocol.log.entries.contains("start \(url)"))
  }

  // `Mutex` asks for these.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test func cancellingOnTheValueLeavesOutTheCompletion() async {
    let (done, log) = AsyncStream.makeStream(of: Void.self)
    let cancel = Mutex<(@Sendable () -> Void)?>(nil)
    let probe = Result(.none) { _ in
      cancel.withLock { $0 }?()
      log.yield()
      return .none
    }
    cancel.withLock { $0 = { [weak probe] in probe?.cancel() } }
    session.dataTaskPublisher(for: URL(string: "stub://answer/200")!).subscribe(probe)
    probe.subscription?.request(.max(1))
    for await _ in done.prefix(1) {}
    _ = await load(session.dataTaskPublisher(for: URL(string: "stub://answer/200")!))
    #expect(probe.values.count == 1 && probe.completions.isEmpty)
  }

  @Test func everythingIsReleasedAtTheEnd() async {
    let (released, log) = AsyncStream.makeStream(of: Void.self)
    func run() async {
      let token = Token { log.yield() }
      let (done, end) = AsyncStream.makeStream(of: Void.self)
      let probe = Result(
        .max(1),
        onCompletion: {
          _ = token
          end.yield()
        })
      session.dataTaskPublisher(for: URL(string: "stub://answer/200")!).subscribe(probe)
      for await _ in done.prefix(1) {}
    }
    await run()
    for await _ in released.prefix(1) {}
  }

  @Test func mirrorShowsTaskDownstreamParentAndDemand() throws {
    let probe = Result(.none)
    session.dataTaskPublisher(for: URL(string: "stub://silence")!).subscribe(probe)
    let subscription = try #require(probe.subscription)
    expectEqual("\(subscription)", "DataTaskPublisher")
    expectEqual(Mirror(reflecting: subscription).children.map(\.label), ["task", "downstream", "parent", "demand"])
  }

  @Test func askingForNothingTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let probe = Result(.none)
      URLSession.shared.dataTaskPublisher(for: URL(string: "stub://silence")!).subscribe(probe)
      probe.subscription?.request(.none)
    }
    #expect(text(result).contains("DataTaskPublisher: a request must ask for at least one value"))
  }
}

import FlyingFox
import FlyingSocks
import Foundation
import Testing
import WebLinks

@Suite struct LinkCheckerTests {
  /// A server with a page of each kind, which counts its requests.
  private actor Counter {
    var requests: [String] = []
    func add(_ path: String) { requests.append(path) }
  }

  @Test func answersAreToldApartAndKept() async throws {
    let counter = Counter()
    let server = HTTPServer(address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("*") { request in
      await counter.add("\(request.method.rawValue) \(request.path)")
      switch request.path {
      case "/gone": return HTTPResponse(statusCode: .gone)
      case "/busy": return HTTPResponse(statusCode: .tooManyRequests)
      case "/picky" where request.method == .HEAD: return HTTPResponse(statusCode: .methodNotAllowed)
      case "/works", "/picky": return HTTPResponse(statusCode: .ok)
      default: return HTTPResponse(statusCode: .notFound)
      }
    }
    let running = Task { try await server.run() }
    defer { running.cancel() }
    try await server.waitUntilListening(timeout: 20)
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw CancellationError() }
    let base = "http://127.0.0.1:\(port)"
    let cache = NSTemporaryDirectory() + "links-\(UUID().uuidString)/links.json"
    defer { try? FileManager.default.removeItem(atPath: (cache as NSString).deletingLastPathComponent) }
    var checker = LinkChecker(cache: cache)
    checker.timeout = 10
    let addresses = ["/works", "/works#part", "/gone", "/missing", "/busy", "/picky"].map { base + $0 }
    let verdicts = await checker.check(addresses + ["http://127.0.0.1:1/"])
    #expect(
      addresses.map { verdicts[$0] } == [
        .works, .works, .gone(410), .gone(404), .unsure("status 429"), .works,
      ])
    guard case .unsure = verdicts["http://127.0.0.1:1/"] else {
      Issue.record("a server that is not there is no proof")
      return
    }
    let asked = await counter.requests
    #expect(asked.count { $0.hasSuffix("/works") } == 1)

    #expect(
      await checker.check([base + "/works", base + "/gone"]) == [base + "/works": .works, base + "/gone": .gone(410)])
    #expect(await counter.requests == asked, "answers are kept")
    _ = await checker.check([base + "/busy"])
    #expect(await counter.requests.count > asked.count, "what was no answer is asked again")
    checker.lifetime = 0
    _ = await checker.check([base + "/works"])
    #expect(await counter.requests.count { $0.hasSuffix("/works") } == 2)
  }
}

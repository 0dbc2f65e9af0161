import FlyingFox
import FlyingSocks
import Foundation

/// Serves a folder to this machine alone, and tells open pages when it has changed.
public struct SiteServer: Sendable {
  /// The port could not be had.
  public struct Unavailable: Error, CustomStringConvertible {
    public let description: String
  }

  private let folder: ServedFolder
  private let port: UInt16
  private let reloads: Reloads
  private let server: HTTPServer

  /// A server of `root` on `port` of 127.0.0.1; port 0 takes any that is free.
  public init(root: String, port: UInt16, reloads: Reloads) throws {
    folder = ServedFolder(root: root)
    self.port = port
    self.reloads = reloads
    let handler = SiteHandler(folder: folder, reloads: reloads)
    // A body is refused unread: at the default sizes the server would wait for a small one before it answers.
    server = HTTPServer(
      config: .init(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 5, sharedRequestBufferSize: 1,
        sharedRequestReplaySize: 1, logger: .disabled),
      handler: handler)
  }

  /// Serves until the task is cancelled; calls `ready` with the address once requests are answered.
  ///
  /// - Throws: `Unavailable` when another program has the port.
  public func run(ready: @escaping @Sendable (_ address: String) -> Void) async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask {
          try await server.waitUntilListening(timeout: 20)
          if case .ip4(_, let port)? = await server.listeningAddress { ready("http://127.0.0.1:\(port)/") }
        }
        try await group.next()
        try await group.next()
      }
    } catch SocketError.failed(_, let code, let message) {
      throw Unavailable(
        description: code == EADDRINUSE
          ? "port \(port) is taken by another program; choose another with --port"
          : "port \(port) cannot be used: \(message)")
    }
  }
}

/// Answers the requests.
struct SiteHandler: HTTPHandler {
  let folder: ServedFolder
  let reloads: Reloads

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard isLocal(request) else { return text(.misdirectedRequest, "This server answers to localhost only.\n") }
    guard request.method == .GET || request.method == .HEAD else {
      return text(.methodNotAllowed, "This server only reads.\n")
    }
    let path = request.target.path(percentEncoded: true)
    switch path {
    case "/-/live.js": return response(.ok, Data(LivePage.script.utf8), type: "text/javascript; charset=utf-8")
    case "/-/live":
      let after = request.query.first { $0.name == "after" }.flatMap { Int($0.value) }
      let state = await reloads.state(after: after)
      return response(.ok, try JSONEncoder().encode(state), type: "application/json")
    default: break
    }
    switch folder.find(path) {
    case .refused: return text(.badRequest, "This path is not allowed.\n")
    case .redirect(let target):
      return HTTPResponse(statusCode: .movedPermanently, headers: HTTPHeaders([.location: target]))
    case .nothing:
      guard case .file(let file, let type) = folder.find("/404.html") else { return missing() }
      return response(.notFound, try LivePage.page(file), type: type)
    case .file(let file, let type):
      guard type.hasPrefix("text/html") else {
        return response(.ok, try Data(contentsOf: URL(fileURLWithPath: file)), type: type)
      }
      return response(.ok, try LivePage.page(file), type: type)
    }
  }

  /// Another site must not read this one through a name of its own that leads here.
  private func isLocal(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host] else { return true }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(name.lowercased())
  }

  private func missing() -> HTTPResponse {
    let page = "<!doctype html><title>Nothing here</title><p>There is nothing here yet.</p>" + LivePage.tag
    return response(.notFound, Data(page.utf8), type: "text/html; charset=utf-8")
  }

  private func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, Data(text.utf8), type: "text/plain; charset=utf-8")
  }

  private func response(_ status: HTTPStatusCode, _ body: Data, type: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: HTTPHeaders([
        .contentType: type, .cacheControl: "no-store", HTTPHeader("X-Content-Type-Options"): "nosniff",
      ]), body: body)
  }
}

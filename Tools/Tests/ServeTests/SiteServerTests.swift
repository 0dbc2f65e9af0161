import FlyingSocks
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import Serve

@Suite struct SiteServerTests {
  /// Runs `body` with a server of a folder with one page, and ends it after.
  private func serving(
    _ body: @escaping @Sendable (_ address: String, _ root: String, _ reloads: Reloads) async throws -> Void
  ) async throws {
    let root = NSTemporaryDirectory() + "serving-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try "<body>one</body>".write(toFile: root + "/index.html", atomically: true, encoding: .utf8)
    let reloads = Reloads()
    let server = try SiteServer(root: root, port: 0, reloads: reloads)
    let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run { continuation.yield($0) } }
      for await address in addresses {
        try await body(address, root, reloads)
        break
      }
      group.cancelAll()
      try? await group.waitForAll()
    }
  }

  private static func get(_ address: String, host: String? = nil) async throws -> (status: Int?, body: String) {
    var request = URLRequest(url: try #require(URL(string: address)))
    if let host { request.setValue(host, forHTTPHeaderField: "Host") }
    let (data, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode, String(decoding: data, as: UTF8.self))
  }

  @Test func pagesAreServedWithTheScript() async throws {
    try await serving { address, _, _ in
      let page = try await SiteServerTests.get(address)
      #expect(page.status == 200)
      #expect(page.body == "<body>one<script defer src=\"/-/live.js\"></script></body>")
      #expect(try await SiteServerTests.get(address + "nothing.html").status == 404)
      #expect(try await SiteServerTests.get(address + "%2e%2e/x").status == 400)
      #expect(try await SiteServerTests.get(address + "-/live.js").body.contains("location.reload"))
      #expect(try await SiteServerTests.get(address, host: "evil.example").status == 421)
    }
  }

  @Test func aBodyIsRefusedUnread() async throws {
    try await serving { address, _, _ in
      let port = try #require(UInt16(address.dropLast().split(separator: ":").last ?? ""))
      let socket = try await AsyncSocket.connected(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      defer { try? socket.close() }
      // The announced bytes never come.
      try await socket.write(Data("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n".utf8))
      let answer = String(decoding: try await socket.read(bytes: 12), as: UTF8.self)
      #expect(answer == "HTTP/1.1 405")
    }
  }

  @Test func pagesHearOfChanges() async throws {
    try await serving { address, _, reloads in
      let first = try JSONDecoder().decode(
        Reloads.State.self, from: Data(try await SiteServerTests.get(address + "-/live").body.utf8))
      async let next = SiteServerTests.get(address + "-/live?after=\(first.revision)")
      await reloads.publish(isChanged: true, problems: ["page.md:1:1: error: no"])
      let second = try JSONDecoder().decode(Reloads.State.self, from: Data(try await next.body.utf8))
      #expect(second.version == first.version + 1)
      #expect(second.problems == ["page.md:1:1: error: no"])
    }
  }

  @Test func aTakenPortIsNamed() async throws {
    try await serving { address, root, _ in
      let port = try #require(UInt16(address.dropLast().split(separator: ":").last ?? ""))
      let other = try SiteServer(root: root, port: port, reloads: Reloads())
      let error = await #expect(throws: SiteServer.Unavailable.self) { try await other.run { _ in } }
      #expect(error?.description == "port \(port) is taken by another program; choose another with --port")
    }
  }

  @Test func whoWaitsForAChangeIsWoken() async throws {
    let root = NSTemporaryDirectory() + "watched-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    var watch = FolderWatch([root])
    for name in ["a.md", "b.md"] {
      try name.write(toFile: root + "/" + name, atomically: true, encoding: .utf8)
      try await watch.waitForChange()
    }
    let waiting = Task { [root] in
      var watch = FolderWatch([root])
      try await watch.waitForChange()
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func thoseWhoWaitForAStateGetItAtOnceOrInTime() async {
    let reloads = Reloads()
    let first = await reloads.state(after: nil)
    async let next = reloads.state(after: first.revision, limit: .seconds(600))
    await reloads.publish(isChanged: true, problems: [])
    #expect(await next.version == first.version + 1)
    let now = await reloads.state(after: first.revision, limit: .seconds(600))
    #expect(await reloads.state(after: now.revision, limit: .zero) == now)
    let waiting = Task { await reloads.state(after: now.revision, limit: .seconds(600)) }
    waiting.cancel()
    #expect(await waiting.value == now)
  }

  @Test func changesAreSeen() throws {
    let root = NSTemporaryDirectory() + "watched-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root + "/deep", withIntermediateDirectories: true)
    try "a".write(toFile: root + "/deep/a.md", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: root + "/deep/loop", withDestinationPath: root)
    var watch = FolderWatch([root, root + "/not-there.json"])
    func change() -> Bool { watch.hasChanged() }
    #expect(change() == false)
    try "b".write(toFile: root + "/deep/a.md", atomically: true, encoding: .utf8)
    #expect(change() == true)
    #expect(change() == false)
    try "{}".write(toFile: root + "/not-there.json", atomically: true, encoding: .utf8)
    #expect(change() == true)
    try FileManager.default.removeItem(atPath: root + "/deep/a.md")
    #expect(change() == true)
  }
}

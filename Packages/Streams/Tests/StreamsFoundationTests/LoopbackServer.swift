import Foundation

/// A web server on this machine that answers every request with its first line, and those for `/silence` not at all.
final class LoopbackServer: Sendable {
  private let socket: Int32
  /// Where it listens.
  let url: URL

  init() throws {
    #if canImport(Darwin)
      let socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #else
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))") else {
      throw CocoaError(.featureUnsupported)
    }
    self.socket = socket
    self.url = url
    Thread.detachNewThread {
      while case let client = accept(socket, nil, nil), client >= 0 { Self.answer(client) }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private static func answer(_ client: Int32) {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let count = read(client, &buffer, buffer.count)
      if count <= 0 { break }
      request += buffer[..<count]
    }
    let line = String(decoding: request.prefix { $0 != 13 }, as: UTF8.self)
    // The connection of a silent request stays open until the process ends.
    if line.contains("/silence") { return }
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(line.utf8.count)\r\nConnection: close\r\n\r\n\(line)"
    _ = write(client, answer, answer.utf8.count)
    close(client)
  }
}

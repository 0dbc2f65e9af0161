import Foundation

/// A socket that keeps messages apart.
enum RequestSocket {
  #if canImport(Glibc)
    static let isAvailable = true

    static func pair() -> (Int32, Int32)? {
      var ends: [Int32] = [-1, -1]
      let type = SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue
      return socketpair(AF_UNIX, Int32(type), 0, &ends) == 0 ? (ends[0], ends[1]) : nil
    }

    static func send(_ message: [UInt8], to socket: Int32) -> Bool {
      Glibc.send(socket, message, message.count, Int32(MSG_NOSIGNAL)) == message.count
    }
  #else
    static let isAvailable = false

    static func pair() -> (Int32, Int32)? { nil }

    static func send(_ message: [UInt8], to socket: Int32) -> Bool { false }
  #endif
}

import Combine
import Foundation

/// The lines of a file as they come, read on a thread of their own.
public struct Lines: Publisher {
  public typealias Output = String
  public typealias Failure = Never

  private let handle: FileHandle

  public init(of handle: FileHandle) { self.handle = handle }

  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == String, Downstream.Failure == Never {
    let subject = PassthroughSubject<String, Never>()
    subject.receive(subscriber: subscriber)
    let handle = handle
    Thread.detachNewThread {
      var rest = Data()
      while case let data = handle.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          subject.send(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      if !rest.isEmpty { subject.send(String(decoding: rest, as: UTF8.self)) }
      subject.send(completion: .finished)
    }
  }
}

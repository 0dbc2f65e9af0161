import Foundation
import StreamsLaws
import StreamsTesting

extension Table {
  static let errors: [Row] = [
    Row("catch") { u in
      u.catch { _ in Publishers.Sequence<[Int], LawError>(sequence: [7, 8]) }
    },
    Row("tryCatch") { u in
      u.tryCatch { _ in Publishers.Sequence<[Int], LawError>(sequence: [7, 8]) }
    },
    Row("tryCatch (throwing)") { u in
      u.tryCatch { error -> Empty<Int, LawError> in throw error }
    },
    Row("retry") { u in u.retry(2) },
    Row("retry (never)") { u in u.retry(0) },
    Row("assertNoFailure", forwardsSubscription: true, fails: false) { u in u.assertNoFailure() },
  ]

  static let sharing: [Row] = [
    Row("share", delivers: .some) { u in u.share() },
    Row("multicast, autoconnect", delivers: .some) { u in
      u.multicast { PassthroughSubject<Int, LawError>() }.autoconnect()
    },
    Row("multicast (subject), autoconnect", delivers: .some) { u in
      u.multicast(subject: PassthroughSubject<Int, LawError>()).autoconnect()
    },
    Row("makeConnectable, autoconnect", delivers: .some, fails: false) { u in
      u.unfailing.makeConnectable().autoconnect()
    },
  ]

  static let buffering: [Row] = [
    Row("buffer (by request)", failuresSkipBuffer: true) { u in
      u.buffer(size: 1_000, prefetch: .byRequest, whenFull: .dropOldest)
    },
    Row("buffer (keeping full)", failuresSkipBuffer: true) { u in
      u.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
    },
    Row("buffer (dropping the newest)", delivers: .some) { u in
      u.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
    },
    Row("buffer (dropping the oldest)", delivers: .some) { u in
      u.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
    },
    Row("buffer (failing)", failuresSkipBuffer: true) { u in
      u.buffer(size: 1_000, prefetch: .byRequest, whenFull: .customError { LawError() })
    },
  ]

  static let coding: [Row] = [
    Row("encode") { u in u.map { [$0] }.encode(encoder: JSONEncoder()) },
    Row("decode") { u in
      u.map { Data("[\($0)]".utf8) }.decode(type: [Int].self, decoder: JSONDecoder())
    },
    Row("decode (throwing)") { u in
      u.map { _ in Data() }.decode(type: [Int].self, decoder: JSONDecoder())
    },
  ]

  static let debugging: [Row] = [
    Row("print") { u in u.print("", to: Silence()) },
    Row("handleEvents") { u in
      u.handleEvents(
        receiveSubscription: { _ in }, receiveOutput: { _ in }, receiveCompletion: { _ in }, receiveCancel: {},
        receiveRequest: { _ in })
    },
    Row("breakpoint", forwardsSubscription: true) { u in u.breakpoint(receiveOutput: { _ in false }) },
    Row("breakpointOnError", forwardsSubscription: true, fails: false) { u in u.unfailing.breakpointOnError() },
  ]
}

/// Receives printed text, and prints nothing.
private struct Silence: TextOutputStream {
  mutating func write(_: String) {}
}

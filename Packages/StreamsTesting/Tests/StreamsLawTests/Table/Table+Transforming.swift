import StreamsLaws
import StreamsTesting

extension Table {
  static let transforming: [Row] = [
    Row("map", forwardsSubscription: true) { u in u.map { $0 * 10 } },
    Row("map (two)", forwardsSubscription: true) { u in u.map { $0 * 10 }.map { $0 + 1 } },
    Row("map (key path)", forwardsSubscription: true) { u in u.map(\.description) },
    Row("map (two key paths)", forwardsSubscription: true) { u in u.map(\.description, \.magnitude) },
    Row("map (three key paths)", forwardsSubscription: true) { u in u.map(\.description, \.magnitude, \.nonzeroBitCount)
    },
    Row("tryMap") { u in u.tryMap { $0 * 10 } },
    Row("tryMap (throwing)") { u in
      u.tryMap { if $0 == 3 { throw LawError() } else { $0 } }
    },
    Row("mapError", forwardsSubscription: true) { u in u.mapError { Wrapped(error: $0) } },
    Row("setFailureType", forwardsSubscription: true, fails: false) { u in u.unfailing.setFailureType(to: LawError.self)
    },
    Row("replaceNil", forwardsSubscription: true) { u in u.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0) },
    Row("scan", forwardsSubscription: true) { u in u.scan(0) { $0 + $1 } },
    Row("tryScan") { u in u.tryScan(0) { $0 + $1 } },
    Row("tryScan (throwing)") { u in
      u.tryScan(0) { if $1 == 3 { throw LawError() } else { $0 + $1 } }
    },
    Row("eraseToAnyPublisher", forwardsSubscription: true) { u in u.eraseToAnyPublisher() },
    Row("eraseToAnyPublisher (three in a chain)") { u in
      u.map { $0 + 1 }.eraseToAnyPublisher().filter { $0 != 3 }.eraseToAnyPublisher().dropFirst().eraseToAnyPublisher()
    },
  ]
}

struct Wrapped: Error { let error: LawError }

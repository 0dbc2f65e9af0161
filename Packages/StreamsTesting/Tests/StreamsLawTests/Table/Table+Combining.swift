import StreamsLaws
import StreamsTesting

/// A second upstream that plays by the rules.
private func more(_ values: ClosedRange<Int>) -> AnyPublisher<Int, LawError> {
  values.publisher.setFailureType(to: LawError.self).eraseToAnyPublisher()
}
/// It may end before it asks its upstream, or ask and find it ended.
let endsByItself: [LawRule: String] = [
  .sameEndForAnyDemand: "it ends by itself or with its upstream, whichever comes first, and that depends on the request"
]
private let silent = Empty<Int, LawError>(completeImmediately: false)

extension Table {
  static let combining: [Row] = [
    Row("append") { u in u.append(6, 7) },
    Row("append (sequence)") { u in u.append([6, 7]) },
    Row("append (publisher)") { u in u.append(more(6...7)) },
    Row("prepend") { u in u.prepend(-1, 0) },
    Row("prepend (sequence)") { u in u.prepend([-1, 0]) },
    Row("prepend (publisher)") { u in u.prepend(more(-1...0)) },
    Row("append (to itself)") { u in u.append(u).append(u) },
    Row("prefix (untilOutputFrom)") { u in u.prefix(untilOutputFrom: silent) },
    Row("prefix (untilOutputFrom a trigger)", except: endsByItself) { u in u.prefix(untilOutputFrom: more(1...1)) },
    Row("drop (untilOutputFrom)") { u in u.drop(untilOutputFrom: more(1...1)) },
    Row("drop (untilOutputFrom silence)") { u in u.drop(untilOutputFrom: silent) },
    Row("zip", failuresSkipBuffer: true) { u in u.zip(more(11...13)) },
    Row("zip (mapped)", failuresSkipBuffer: true) { u in u.zip(more(11...13)) { $0 + $1 } },
    Row("zip (with itself)", failuresSkipBuffer: true) { u in u.zip(u) },
    Row("zip (three)", failuresSkipBuffer: true) { u in u.zip(more(11...14), more(21...23)) },
    Row("zip (three mapped)", failuresSkipBuffer: true) { u in u.zip(more(11...14), more(21...23)) { $0 + $1 + $2 } },
    Row("zip (four)", failuresSkipBuffer: true) { u in u.zip(more(11...13), more(21...24), more(31...35)) },
    Row("zip (four mapped)", failuresSkipBuffer: true) { u in
      u.zip(more(11...13), more(21...24), more(31...35)) { $0 + $1 + $2 + $3 }
    },
    Row("combineLatest", delivers: .some) { u in u.combineLatest(more(11...12)) },
    Row("combineLatest (mapped)", delivers: .some) { u in u.combineLatest(more(11...12)) { $0 + $1 } },
    Row("combineLatest (with itself)", delivers: .some) { u in u.combineLatest(u) },
    Row("combineLatest (three)", delivers: .some) { u in u.combineLatest(more(11...12), more(21...22)) },
    Row("combineLatest (three mapped)", delivers: .some) { u in
      u.combineLatest(more(11...12), more(21...22)) { $0 + $1 + $2 }
    },
    Row("combineLatest (four)", delivers: .some) { u in
      u.combineLatest(more(11...12), more(21...22), more(31...32))
    },
    Row("combineLatest (four mapped)", delivers: .some) { u in
      u.combineLatest(more(11...12), more(21...22), more(31...32)) { $0 + $1 + $2 + $3 }
    },
  ]

  static let merging: [Row] = [
    Row("merge", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in u.merge(with: more(11...13)) },
    Row("merge (with itself)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.merge(with: u as LawUpstream)
    },
    Row("merge (three)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in u.merge(with: more(11...13), silent)
    },
    Row("merge (four)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.merge(with: more(11...13), more(21...22), u)
    },
    Row("merge (five)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.merge(with: u, more(11...13), more(21...22), u)
    },
    Row("merge (six)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.merge(with: u, u, more(11...13), more(21...22), u)
    },
    Row("merge (seven)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.merge(with: u, u, u, more(11...13), more(21...22), u)
    },
    Row("merge (eight)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      u.merge(with: u, u, u, u, more(11...13), more(21...22), u)
    },
    Row("merge (many)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in Publishers.MergeMany([u, u, u]) },
    Row("merge (with one of its kind)", delivers: .allInAnyOrder, failuresSkipBuffer: true) { u in
      Publishers.MergeMany(u).merge(with: u)
    },
  ]
}

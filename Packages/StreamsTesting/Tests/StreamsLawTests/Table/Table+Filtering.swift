import StreamsLaws
import StreamsTesting

extension Table {
  static let filtering: [Row] = [
    Row("filter", forwardsSubscription: true) { u in u.filter { $0 != 2 } },
    Row("filter (none pass)", forwardsSubscription: true) { u in u.filter { _ in false } },
    Row("tryFilter") { u in u.tryFilter { $0 != 2 } },
    Row("tryFilter (throwing)") { u in u.tryFilter { if $0 == 3 { throw LawError() } else { $0 != 2 } } },
    Row("compactMap", forwardsSubscription: true) { u in u.compactMap { $0 == 2 ? nil : $0 } },
    Row("tryCompactMap") { u in u.tryCompactMap { $0 == 2 ? nil : $0 } },
    Row("tryCompactMap (throwing)") { u in u.tryCompactMap { if $0 == 3 { throw LawError() } else { $0 } } },
    Row("removeDuplicates") { u in u.map { $0 / 2 }.removeDuplicates() },
    Row("removeDuplicates (by)") { u in u.removeDuplicates { $0 / 2 == $1 / 2 } },
    Row("tryRemoveDuplicates") { u in u.tryRemoveDuplicates { $0 / 2 == $1 / 2 } },
    Row("tryRemoveDuplicates (throwing)") { u in
      u.tryRemoveDuplicates { if $1 == 3 { throw LawError() } else { $0 == $1 } }
    },
    Row("ignoreOutput", forwardsSubscription: true) { u in u.ignoreOutput() },
    Row("replaceEmpty") { u in u.replaceEmpty(with: 7) },
    Row("replaceEmpty (of none)") { u in u.filter { _ in false }.replaceEmpty(with: 7)
    },
    Row("replaceError") { u in u.replaceError(with: 7) },
  ]
}

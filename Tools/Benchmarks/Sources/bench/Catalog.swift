import Measuring

/// The rows of both sides, brought together by name, in our order; what only the peer has comes last.
struct Catalog {
  struct Entry {
    let name: String
    let ours: Row?
    let peer: Row?
  }

  let entries: [Entry]

  init(ours: [Row], peer: [Row]) {
    let peers = Dictionary(uniqueKeysWithValues: peer.map { ($0.name, $0) })
    let names = Set(ours.map(\.name))
    precondition(names.count == ours.count, "Catalog: two rows have the same name")
    entries =
      ours.map { Entry(name: $0.name, ours: $0, peer: peers[$0.name]) }
      + peer.filter { !names.contains($0.name) }.map { Entry(name: $0.name, ours: nil, peer: $0) }
  }

  /// The entries whose names contain one of `texts`, or all if there are none.
  func entries(matching texts: [String]) -> [Entry] {
    texts.isEmpty ? entries : entries.filter { entry in texts.contains { entry.name.contains($0) } }
  }
}

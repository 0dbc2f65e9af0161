import Measuring

/// The rows of both sides, brought together by name, in our order; what only the peer has comes last.
struct Catalog {
  struct Entry {
    let name: String
    let ours: Row?
    let peer: Row?
    let kin: Row?

    /// With so many subscribers the peer's debug build did not end within minutes.
    private var isOverlong: Bool { name.contains("100,000 sinks") }

    /// A debug build has one goal for a row: not to take more than twice as long as the peer's.
    func run(sides: Set<Side> = Set(Side.allCases), effort: Effort) -> RowResult {
      #if DEBUG
        Measuring.run(ours: ours, peer: isOverlong ? nil : peer, sides: sides, goal: .faster(0.5), effort: effort)
      #else
        Measuring.run(ours: ours, peer: peer, kin: kin, sides: sides, effort: effort)
      #endif
    }
  }

  let entries: [Entry]

  /// - Parameter kin: Rows that another library has, by the names of ours.
  init(ours: [Row], peer: [Row], kin: [Row]) {
    let peers = Dictionary(uniqueKeysWithValues: peer.map { ($0.name, $0) })
    let mine = Dictionary(uniqueKeysWithValues: ours.map { ($0.name, $0) })
    let others = Dictionary(uniqueKeysWithValues: kin.map { ($0.name, $0) })
    entries =
      ours.map { row in
        Entry(
          name: row.name, ours: row, peer: peers[row.name], kin: row.goal.kin.flatMap { mine[$0] ?? others[row.name] })
      }
      + peer.filter { mine[$0.name] == nil }.map { Entry(name: $0.name, ours: nil, peer: $0, kin: nil) }
  }

  /// The entries whose names contain one of `texts`, or all if there are none.
  func entries(matching texts: [String]) -> [Entry] {
    texts.isEmpty ? entries : entries.filter { entry in texts.contains { entry.name.contains($0) } }
  }

  /// The cost of one more map, once the longest chain has been measured.
  static func step(after name: String, in results: [RowResult]) -> RowResult? {
    guard name == "50 maps" else { return nil }
    #if DEBUG
      let goal = Goal()
    #else
      let goal = Goal(nanoseconds: 8)
    #endif
    return difference(
      "each map from 10 to 50", from: "10 maps", to: "50 maps", steps: 40, goal: goal, in: results)
  }
}

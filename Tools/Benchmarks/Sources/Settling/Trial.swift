/// How often a way to settle failed.
public struct Trial: Sendable {
  public let way: Way
  public let work: Work
  public private(set) var runs = 0
  public private(set) var failures = 0
  public private(set) var duration = Duration.zero

  /// Runs until `runs` have been made, or `limit` has passed; so many at once as in a suite whose tests run in parallel.
  public static func run(
    _ way: Way, _ work: Work, under load: Load, runs: Int, atOnce: Int, limit: Duration
  ) async -> Trial {
    let busy = BusyTasks(load.busyTasks)
    defer { busy.stop() }
    var trial = Trial(way: way, work: work)
    let start = ContinuousClock.now
    await withTaskGroup(of: Bool.self) { group in
      var left = runs
      func startOne() {
        left -= 1
        group.addTask { await way.settles(work) }
      }
      for _ in 0..<min(atOnce, runs) { startOne() }
      while let hasSettled = await group.next() {
        trial.runs += 1
        if !hasSettled { trial.failures += 1 }
        if left > 0, ContinuousClock.now - start < limit { startOne() }
      }
    }
    trial.duration = ContinuousClock.now - start
    return trial
  }

  /// For example `3 of 10,000, 120 µs`.
  public var cell: String {
    "\(grouped(failures)) of \(grouped(runs)), \(grouped(Int(duration / .microseconds(1)) / max(1, runs))) µs"
  }
}

/// A table in Markdown: a row for each way and work, a column for each load.
///
/// - Parameter lines: Load, way, work and cell, by their names.
public func settleTable(_ lines: [(load: String, way: String, work: String, cell: String)]) -> String {
  let loads = Load.allCases.map(\.rawValue).filter { load in lines.contains { $0.load == load } }
  var rows = ["| Way | Work | \(loads.joined(separator: " | ")) |"]
  rows.append("| --- | --- |\(String(repeating: " ---: |", count: loads.count))")
  for way in Way.allCases {
    for work in Work.allCases where way.suits(work) {
      let cells = loads.map { load in
        lines.first { $0 == (load, way.rawValue, work.rawValue, $0.cell) }?.cell ?? ""
      }
      rows.append("| \(way.rawValue) | \(work.rawValue) | \(cells.joined(separator: " | ")) |")
    }
  }
  return rows.joined(separator: "\n")
}

/// With a comma before every three digits.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  return String(
    digits.enumerated().flatMap { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
    })
}

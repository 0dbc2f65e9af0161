import ArgumentParser
import Foundation
import Measuring
import Reporting

/// Counts how often plain tasks have not followed an advance of virtual time, with the builds of Tools/Settling. Results are
/// kept in a file until these change, so that it can be stopped and run again: only what is missing is run.
struct SettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle", abstract: "Counts how often plain tasks have not followed an advance of virtual time.")

  @Option(help: "How many runs each cell has. Long ones have fewer.")
  var runs = 1200

  @Option(help: "End after so many seconds, even if cells are not full.")
  var seconds = Double.infinity

  @Option(help: "Only tasks whose names contain this text.")
  var work = ""

  @Option(help: "Only columns whose names contain this text.")
  var column = ""

  @Option(help: "The build of the program: debug or release. May be given more than once.")
  var build = ["debug", "release"]

  @Flag(help: "Write the table into the page settling.md.")
  var writeDocs = false

  /// A task of the program, what the page calls it, and how much fewer runs it has: one in so many.
  private static let works: [(name: String, title: String, seldom: Int)] = [
    ("timer", "async timer, three ticks", 1),
    ("sleeps", "three sleeps", 1),
    ("hops", "actors, yields and groups between sleeps", 1),
    ("computing", "3 ms of computing around each sleep", 1),
    ("long10", "three jobs of 10 ms in a row around each sleep", 2),
    ("long50", "two jobs of 50 ms in a row around each sleep", 4),
    ("semaphore", "a semaphore that `DispatchQueue.global()` signals, around each sleep", 1),
    ("background", "`Task(priority: .background)`", 1),
    ("high", "`Task(priority: .high)`", 1),
    ("detached", "`Task.detached`", 1),
    ("starting", "tasks that start tasks", 1),
    ("main", "a task of the main actor, 2 ms of computing", 1),
    ("order", "the order of an action and two tasks, due at the same three instants", 1),
    ("ticks", "the order of an action and two tasks with `timer(interval:)`, due at the same three instants", 1),
    ("foreign", "three sleeps, beside a task of another test, in jobs of 100 ms", 20),
    ("nothing", "no task at all: what three advances cost", 1),
  ]

  /// A column, how many processes count beside it, what its runs begin with, and how many go side by side in one process.
  private static let columns: [(name: String, title: String, busy: Int, prefix: [String], atOnce: Int)] = [
    ("alone", "a new process", 0, [], 1), ("busy", "beside two busy processes", 2, [], 1),
    ("one", "on one processor", 0, ["taskset", "-c", "0"], 1), ("side", "64 at a time, in one process", 0, [], 64),
  ]

  private struct Cell: Codable { var runs = 0, failures = 0, nanoseconds = 0.0 }
  private struct Results: Codable {
    var program: String
    var cells: [String: Cell] = [:]
  }

  func run() throws {
    let end = ContinuousClock.now + .seconds(min(seconds, 1e9))
    let program = try cost(of: ["cksum"] + ["debug", "release"].map { "Tools/Settling/.build/\($0)/trial" }).output
    let file = URL(fileURLWithPath: "Tools/Settling/.build/results.json")
    var results = (try? JSONDecoder().decode(Results.self, from: Data(contentsOf: file))) ?? Results(program: program)
    if results.program != program { results = Results(program: program) }
    for column in Self.columns where column.name.contains(self.column) || self.column.isEmpty {
      say(column.title)
      // They end with this program, also if it is interrupted.
      let loop = "while kill -0 \(ProcessInfo.processInfo.processIdentifier); do :; done"
      let busy = try (0..<column.busy).map { _ in
        try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", loop])
      }
      defer { for process in busy { process.terminate() } }
      // In rounds over all tasks, so that it can be stopped at any time. The jobs of the other test never end.
      var left = Self.works.filter { $0.name.contains(work) || work.isEmpty }
      if column.atOnce > 1 { left.removeAll { $0.name == "foreign" } }
      while ContinuousClock.now < end, !left.isEmpty {
        for work in left {
          var cell = results.cells["\(column.name)/\(work.name)"] ?? Cell()
          // A former run may have been longer.
          let wanted = max(cell.runs, (runs + work.seldom - 1) / work.seldom)
          if column.atOnce > 1 {
            add(min(640, wanted - cell.runs), of: work.name, "release", "bare", column.atOnce, to: &cell)
          }
          // The runs of a cell take turns between the places and the builds.
          for _ in 0..<min(6, wanted - cell.runs) {
            let (place, build) = (
              ["bare", "scoped", "main"][cell.runs / build.count % 3], build[cell.runs % build.count]
            )
            add(1, of: work.name, build, place, 1, after: column.prefix, to: &cell)
          }
          results.cells["\(column.name)/\(work.name)"] = cell
          try JSONEncoder().encode(results).write(to: file)
          if cell.runs >= wanted { left.removeAll { $0.name == work.name } }
        }
      }
    }
    let table = Self.table(results)
    print(table)
    guard writeDocs else { return }
    try PageTables.write(
      "settling", table, to: URL(fileURLWithPath: "Docs/settling.md"), command: "make bench-settle",
      builds: "debug and release builds")
  }

  /// Runs the program. If it does not end, all its runs have failed.
  private func add(
    _ runs: Int, of work: String, _ build: String, _ place: String, _ atOnce: Int, after prefix: [String] = [],
    to cell: inout Cell
  ) {
    guard runs > 0 else { return }
    let command = ["Tools/Settling/.build/\(build)/trial", work, place, "\(runs)", "\(atOnce)"]
    let output = try? cost(of: ["timeout", "\(30 * runs)"] + prefix + command).output
    let numbers = output?.split(whereSeparator: \.isWhitespace).compactMap { Double($0) } ?? []
    cell.runs += runs
    cell.failures += numbers.count == 2 ? Int(numbers[0]) : runs
    cell.nanoseconds += numbers.count == 2 ? numbers[1] * Double(runs) : 0
  }

  private static func table(_ results: Results) -> String {
    let rows = works.map { work in
      "| \(work.title) | "
        + columns.map { column in
          guard let cell = results.cells["\(column.name)/\(work.name)"], cell.runs > 0 else { return "" }
          let (failures, runs) = (cell.failures.formatted(), cell.runs.formatted())
          return "\(failures) of \(runs), " + String(format: "%.1f ms", cell.nanoseconds / Double(cell.runs) / 1e6)
        }.joined(separator: " | ") + " |"
    }
    let head = "| Task | \(columns.map(\.title).joined(separator: " | ")) |"
    return ([head, "| --- |" + String(repeating: " ---: |", count: columns.count)] + rows).joined(separator: "\n")
  }
}

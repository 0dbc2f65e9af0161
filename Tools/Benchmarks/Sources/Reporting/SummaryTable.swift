import Measuring

/// A saved run, and the library that it measured beside ours.
public struct Run {
  let peer: String
  let report: Report

  public init(_ report: Report, beside peer: String = "OpenCombine") {
    self.report = report
    self.peer = peer
  }
}

/// The table of a page: chosen rows of all runs, with the lowest and the highest figure of each. Other libraries have the
/// ratio of their figure to ours in the same run, because runs are of different processors and versions.
public struct SummaryTable {
  /// A row of the table, the figure of its measurements that it shows, and what it is called there.
  public struct Line: Sendable {
    public let name: String
    let unit: Unit
    let title: String

    public init(_ name: String, as title: String? = nil, in unit: Unit = .nanoseconds) {
      self.name = name
      self.unit = unit
      self.title = title ?? name
    }
  }

  /// The unit of a figure: processor time, or bytes held.
  public enum Unit: String, Sendable {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case seconds = "s"
    case bytes = "bytes"
    case kilobytes = "kB"
    case megabytes = "MB"

    func values(_ timing: Timing?) -> [Double] {
      guard let timing else { return [] }
      let bytes = timing.heldBytes.map { [$0] } ?? []
      return switch self {
      case .nanoseconds: timing.nanoseconds
      case .microseconds: timing.nanoseconds.map { $0 / 1e3 }
      case .milliseconds: timing.nanoseconds.map { $0 / 1e6 }
      case .seconds: timing.nanoseconds.map { $0 / 1e9 }
      case .bytes: bytes
      case .kilobytes: bytes.map { $0 / 1e3 }
      case .megabytes: bytes.map { $0 / 1e6 }
      }
    }
  }

  private static let libraries = ["OpenCombine", "RxSwift", "ReactiveSwift", "async-algorithms"]

  private let runs: [Run]
  private let lines: [Line]

  /// The time of every row of the runs, except builds.
  public init(_ runs: [Run]) {
    var lines: [Line] = []
    for row in runs.flatMap(\.report.rows) where row.unit != .build && row.ours?.nanoseconds.isEmpty == false {
      if !lines.contains(where: { $0.name == row.name }) { lines.append(Line(row.name)) }
    }
    self.init(runs, lines: lines)
  }

  /// A line whose row no run has is left out.
  public init(_ runs: [Run], lines: [Line]) {
    self.runs = runs
    self.lines = lines.filter { line in runs.contains { $0.report.row(line.name) != nil } }
  }

  /// A row for each line.
  public var text: String {
    let titles = ["Operation, unit", "Waterclock", "No library"] + Self.libraries.map { "\($0), ×" }
    return Self.markdown(
      titles,
      lines.map { line in
        ["\(escaped(line.title)), \(line.unit.rawValue)", figures(line, \.ours), figures(line, \.loop)]
          + Self.libraries.map { range(ratios(line, of: $0)) }
      })
  }

  /// The lines as columns, without `subject` in their titles, and a row for each client. Those that other libraries have, too,
  /// are of a client of Streams, and their loops of one of Foundation. The name of another client follows that of the line.
  public func clients(_ names: [String], of subject: String) -> String {
    let titles =
      ["Imports"] + lines.map { "\(escaped($0.title.replacing(subject, with: ""))), \($0.unit.rawValue)" }
    let clients = names.map { name in
      [name]
        + lines.map { line in
          switch name {
          case "Foundation": figures(line, \.loop)
          case "Streams": figures(line, \.ours)
          default: figures(Line("\(line.name), \(name)", in: line.unit), \.ours)
          }
        }
    }
    let others = Self.libraries.map { library in
      ["\(library), × Streams"] + lines.map { range(ratios($0, of: library)) }
    }
    return Self.markdown(titles, (clients + others).filter { !$0.dropFirst().allSatisfy(\.isEmpty) })
  }

  /// Columns without a figure are left out.
  private static func markdown(_ titles: [String], _ rows: [[String]]) -> String {
    let rule = ["---"] + titles.dropFirst().map { _ in "---:" }
    let columns = titles.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    return ([titles, rule] + rows).map { row in "| " + columns.map { row[$0] }.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }

  /// The rows in which another library needs less than ours: a list with an item for each library.
  public var losses: String {
    let shown = Set(lines.map(\.name))
    var others: [String] = []
    for name in runs.flatMap({ $0.report.rows.map(\.name) }) where !shown.contains(name) && !others.contains(name) {
      others.append(name)
    }
    return Self.libraries.map { library in
      let lost = (lines + others.map { Line($0) }).compactMap { line -> String? in
        let ratios = ratios(line, of: library)
        return ratios.contains { $0 < 0.995 } ? "\(escaped(line.title)) (\(range(ratios)))" : nil
      }
      return "- **\(library)**: \(lost.isEmpty ? "no row" : lost.joined(separator: "; "))."
    }.joined(separator: "\n")
  }

  private func figures(_ line: Line, _ side: KeyPath<RowResult, Timing?>) -> String {
    range(runs.compactMap { run in run.report.row(line.name).flatMap { figure(line.unit.values($0[keyPath: side])) } })
  }

  /// The library's figure divided by ours, in each run that has both.
  private func ratios(_ line: Line, of library: String) -> [Double] {
    runs.compactMap { run in
      guard let row = run.report.row(line.name) else { return nil }
      let theirs = library == run.peer ? row.peer : row.goal.kin == library ? row.kin : nil
      let (ours, other) = (line.unit.values(row.ours), line.unit.values(theirs))
      return ours.isEmpty || other.isEmpty ? nil : pairedRatio(other, to: ours)
    }
  }

  private func figure(_ values: [Double]) -> Double? { values.isEmpty ? nil : median(values) }

  /// The lowest and the highest value, or one if they look the same.
  private func range(_ values: [Double]) -> String {
    guard let low = values.min(), let high = values.max() else { return "" }
    return number(low) == number(high) ? number(low) : "\(number(low)) to \(number(high))"
  }

  /// `@` is plain in tables of ours; a bar would end the cell.
  private func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("*", with: "\\*").replacing("_", with: "\\_")
  }
}

extension Report {
  /// How many of the rows called `names` missed their goals, and which, as a sentence for a page; empty if none has a goal.
  public func misses(of names: Set<String>) -> String {
    let judged = rows.filter { names.contains($0.name) && $0.isMet != nil }
    let missed = judged.filter { $0.isMet == false }.map(\.name)
    guard !judged.isEmpty else { return "" }
    return "Of \(judged.count) rows with a goal, \(missed.count) missed it"
      + (missed.isEmpty ? "." : ": \(missed.joined(separator: "; ")).")
  }
}

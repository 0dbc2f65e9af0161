import ArgumentParser
import Foundation
import Measuring
import Ours
import Peer
import Reporting

/// Says how fast several threads can send into one stream, and how long a `send` may take.
struct SendersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "senders", abstract: "Measures threads that send into one stream at the same time.")

  @Option(help: "How many values each thread sends.")
  var count = 100_000

  @Option(help: "How many threads. May be given more than once.")
  var threads: [Int] = [1, 2, 4, 8]

  @Flag(help: "Save the run for the page Benchmarks.md, and write its table.")
  var writeDocs = false

  func validate() throws {
    guard count > 0, threads.allSatisfy({ $0 > 0 }) else {
      throw ValidationError("--count and --threads must be above zero.")
    }
  }

  func run() throws {
    let peers = Dictionary(uniqueKeysWithValues: Peer.sending().map { ($0.name, $0) })
    var rows: [RowResult] = []
    print(TextTable.header)
    for senders in Ours.sending() + Ours.sendingOnlyOurs() {
      for threads in threads {
        let measured = results(senders, beside: peers[senders.name], threads: threads)
        for row in measured { say(TextTable.line(row)) }
        rows += measured
      }
    }
    if writeDocs {
      let report = Report(environment: try .here(command: "make bench-senders"), rows: rows)
      try Documents(folder: URL(fileURLWithPath: "Docs")).write(report, run: "senders")
    }
  }

  /// Five runs of each side in turn, with a mutex around a call as the loop.
  private func results(_ ours: Senders, beside peer: Senders?, threads: Int) -> [RowResult] {
    let runs = (0..<5).map { _ in [ours, peer, .mutex].map { $0?.measure(threads: threads, count: count) } }
    func row(_ what: String, _ value: (Senders.Result) -> Double) -> RowResult {
      let timings = (0..<3).map { side in
        runs[0][side].map { _ in Timing(nanoseconds: runs.compactMap { $0[side].map(value) }) }
      }
      return RowResult(
        name: "\(ours.name), \(threads) thread\(threads == 1 ? "" : "s")\(what)", section: "Threads that send at once",
        unit: .element, goal: Goal(), ours: timings[0], peer: timings[1], loop: timings[2])
    }
    return [
      row("") { $0.wall }, row(", CPU time") { $0.cpu },
      row(", 99.9 % of sends") { Double($0.high) }, row(", longest send") { Double($0.longest) },
    ]
  }
}

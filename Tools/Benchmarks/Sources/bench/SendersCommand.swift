import ArgumentParser
import Measuring
import Ours
import Peer

/// Says how fast several threads can send into one stream, and how long a `send` may take.
struct SendersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "senders", abstract: "Measures threads that send into one stream at the same time.")

  @Option(help: "How many values each thread sends.")
  var count = 100_000

  @Option(help: "How many threads. May be given more than once.")
  var threads: [Int] = [1, 2, 4, 8]

  func validate() throws {
    guard count > 0, threads.allSatisfy({ $0 > 0 }) else {
      throw ValidationError("--count and --threads must be above zero.")
    }
  }

  func run() throws {
    var lines = [
      "| threads send to | threads | | wall time of a value | CPU time of a value | 99.9 % of sends within | longest send |",
      "| --- | ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    let peers = Dictionary(uniqueKeysWithValues: Peer.sending().map { ($0.name, $0) })
    for threads in threads { lines.append(line(.mutex, threads, "")) }
    for senders in Ours.sending() + Ours.sendingOnlyOurs() {
      for threads in threads {
        lines.append(line(senders, threads, "Waterclock"))
        if let peer = peers[senders.name] { lines.append(line(peer, threads, "OpenCombine")) }
      }
    }
    print(lines.joined(separator: "\n"))
  }

  /// The median of five runs, by their time.
  private func line(_ senders: Senders, _ threads: Int, _ side: String) -> String {
    let runs = (0..<5).map { _ in senders.measure(threads: threads, count: count) }.sorted { $0.wall < $1.wall }
    let run = runs[2]
    return "| \(senders.name) | \(threads) | \(side) | \(Int(run.wall)) ns | \(Int(run.cpu)) ns "
      + "| \(time(run.high)) | \(time(run.longest)) |"
  }

  private func time(_ nanoseconds: UInt64) -> String {
    let microseconds = Double(nanoseconds) / 1000
    return (microseconds < 1000 ? microseconds : microseconds / 1000)
      .formatted(.number.precision(.significantDigits(2))) + (microseconds < 1000 ? " µs" : " ms")
  }
}

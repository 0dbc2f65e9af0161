import ArgumentParser
import Foundation
import Reporting
import Settling

/// Says how often each way to settle fails. Every load is a process of its own.
struct Settle: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Counts how often each way to let tasks follow virtual time fails on a busy machine.")

  @Option(help: "How often to run each.")
  var runs = 10_000

  @Option(help: "How many at the same time, each with a timeline of its own.")
  var atOnce = 256

  @Option(help: "How many seconds each may take at most.")
  var seconds = 60

  @Option(help: "Only this load: processes, pool or one-thread.")
  var load: Load?

  @Flag(help: "Write the table into the page guides/clocks-and-tasks.md.")
  var writePage = false

  @Option(help: "The folder of the pages.")
  var pages = "Docs"

  /// For the processes that this one starts: only count, or only measure, and print the figures.
  @Flag(help: .hidden) var isBusy = false
  @Flag(help: .hidden) var isInner = false

  func run() throws {
    if isBusy { while true { countFor(microseconds: 1_000_000) } }
    if isInner, let load { measure(load) }
    var lines: [String] = []
    for load in load.map({ [$0] }) ?? Load.allCases { lines += try output(of: load) }
    let cells = lines.map { $0.split(separator: "\t").map(String.init) }.filter { $0.count == 4 }
    let table = settleTable(cells.map { ($0[0], $0[1], $0[2], $0[3]) })
    print("\n\(table)")
    if writePage {
      let page = URL(fileURLWithPath: pages).appending(path: "guides/clocks-and-tasks.md")
      // One at a time, as in a suite that is run so, has a table of its own.
      let mark = atOnce == 1 ? "settle one at a time" : "settle"
      try Page.write(mark, table, command: "make settle", to: page)
    }
  }

  /// In a process of its own: prints a line for each trial.
  private func measure(_ load: Load) -> Never {
    let (runs, atOnce, limit) = (runs, atOnce, Duration.seconds(seconds))
    Task.detached {
      for way in Way.allCases {
        for work in Work.allCases where way.suits(work) {
          let trial = await Trial.run(way, work, under: load, runs: runs, atOnce: atOnce, limit: limit)
          print("\(load.rawValue)\t\(way.rawValue)\t\(work.rawValue)\t\(trial.cell)")
          fflush(nil)
        }
      }
      Self.exit()
    }
    // The main actor has work, too.
    dispatchMain()
  }

  /// Starts the process that measures, and those that keep the machine busy meanwhile.
  private func output(of load: Load) throws -> [String] {
    let busy = try (0..<load.busyProcesses).map { _ in try start(["settle", "--is-busy"], on: nil).process }
    defer {
      for process in busy {
        process.terminate()
        process.waitUntilExit()
      }
    }
    let arguments = [
      "settle", "--is-inner", "--load", load.name, "--runs", "\(runs)", "--at-once", "\(atOnce)",
      "--seconds", "\(seconds)",
    ]
    let inner = try start(arguments, on: load == .oneThread ? 0 : nil)
    var text = ""
    while case let data = inner.output.availableData, !data.isEmpty {
      let piece = String(decoding: data, as: UTF8.self)
      print(piece, terminator: "")
      fflush(nil)
      text += piece
    }
    inner.process.waitUntilExit()
    guard inner.process.terminationStatus == 0 else {
      throw ValidationError("Measuring under the load \(load.name) ended with \(inner.process.terminationStatus).")
    }
    return text.split(separator: "\n").map(String.init)
  }

  /// This program again; bound to one core if one is given, which makes the pool one of one thread.
  private func start(_ arguments: [String], on core: Int?) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
    if let core {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
      process.arguments = ["-c", "\(core)", program] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }
}

extension Load: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }
  public var defaultValueDescription: String { name }
}

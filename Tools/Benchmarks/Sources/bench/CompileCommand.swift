import ArgumentParser
import Compiling
import Foundation
import Measuring
import Reporting

/// Says what compiling code that uses a library costs: processor time, and size of the object code.
struct CompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile-time", abstract: "Measures what chains of operators cost the compiler of their user.")

  @Option(help: "How often each file is compiled.")
  var runs = 3

  @Flag(help: "Save the run for the page Benchmarks.md, and write its table.")
  var writeDocs = false

  func validate() throws {
    guard runs > 0 else { throw ValidationError("--runs must be above zero.") }
  }

  func run() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let compiler = Compiler(products: program.deletingLastPathComponent())
    let files = [
      ("compiling 40 functions", Chains(), true), ("compiling 40 functions, debug", Chains(), false),
      ("compiling 10 functions of flatMap", Chains.nested, true),
    ]
    print(TextTable.header)
    let rows = try files.map { name, chains, optimized in
      let sources = ["StreamsCore", "OpenCombine"].map(chains.source)
      let costs = try compiler.compile(sources, optimized: optimized, runs: runs).map { cost in
        Timing(nanoseconds: [cost.seconds * 1e9], heldBytes: Double(cost.size))
      }
      let row = RowResult(
        name: name, section: "Compile time", unit: .build, goal: Goal(), ours: costs[0], peer: costs[1])
      say(TextTable.line(row))
      return row
    }
    if writeDocs {
      let report = Report(environment: try .here(command: "make bench-compile-time"), rows: rows)
      try Documents(folder: URL(fileURLWithPath: "Docs")).write(report, run: "compile-time")
    }
  }
}

import ArgumentParser
import Compiling
import Foundation

/// Says what compiling code that uses a library costs: processor time, and size of the object code.
struct CompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile-time", abstract: "Measures what chains of operators cost the compiler of their user.")

  @Option(help: "How often each file is compiled.")
  var runs = 3

  func validate() throws {
    guard runs > 0 else { throw ValidationError("--runs must be above zero.") }
  }

  func run() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let compiler = Compiler(products: program.deletingLastPathComponent())
    var lines = [
      "| build | | processor time | | object code | |", "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    let files = [
      ("release", Chains(), true), ("debug", Chains(), false), ("release, only `flatMap`", Chains.nested, true),
    ]
    for (name, chains, optimized) in files {
      let sources = ["StreamsCore", "OpenCombine"].map(chains.source)
      let costs = try compiler.compile(sources, optimized: optimized, runs: runs)
      let (ours, peer) = (costs[0], costs[1])
      let times = shown(ours.seconds / peer.seconds) + "x"
      let sizes = shown(Double(ours.size) / Double(peer.size)) + "x"
      lines.append("| \(name) | Waterclock | \(shown(ours.seconds)) s | \(times) | \(kilobytes(ours)) | \(sizes) |")
      lines.append("| \(name) | OpenCombine | \(shown(peer.seconds)) s | | \(kilobytes(peer)) | |")
    }
    print(lines.joined(separator: "\n"))
  }

  private func kilobytes(_ cost: Compiler.Cost) -> String { shown(Double(cost.size) / 1000) + " KB" }

  private func shown(_ value: Double) -> String {
    value.formatted(.number.precision(.significantDigits(2...3)).locale(Locale(identifier: "en_US")))
  }
}

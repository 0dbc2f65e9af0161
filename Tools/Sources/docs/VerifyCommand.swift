import ArgumentParser
import Examples
import Foundation

/// `docs verify`
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compiles and runs every Swift example, and compares what it prints with what is documented.")

  @Option(help: "The root of the repository. Default: the nearest folder with a .docs.json, else with a Package.swift.")
  var root: String?

  @Option(
    help: "Check only the examples of this file, folder or declaration, or the one at file:line. May be repeated.")
  var only: [String] = []

  @Flag(help: "Link every example into a library of its own.")
  var isolateAll = false

  @Option(name: .customLong("repeat"), help: "Run every example this many times, to find flaky ones.")
  var repetitions = 1

  @Option(help: "Check one part of the examples, written i/n.")
  var shard: Shard?

  @Flag(help: "Also check examples that have passed and not changed since.")
  var ignoreCache = false

  @OptionGroup var building: BuildOptions

  @Option(help: "Write the results as JUnit XML to this file.")
  var junit: String?

  @Option(
    help:
      "Let the examples listed in this file fail as they do now. A missing file is written; later, entries are only removed."
  )
  var baseline: String?

  @Flag(help: "Name every example with its verdict.")
  var verbose = false

  @Flag(help: "Print errors as annotations for GitHub Actions too.")
  var annotations = false

  func run() async throws {
    let root = RepositoryRoot.find(given: root)
    var options = Verifier.Options()
    options.only = only
    options.isolatesAll = isolateAll
    options.repetitions = repetitions
    options.shard = shard.map { ($0.index, $0.count) }
    options.ignoresCache = ignoreCache
    options.buildSystem = building.buildSystem?.rawValue
    options.progress = { ProgressLine.show($0) }
    var report = try await Interruption.ending { [root, options] in
      try await Verifier(root: root, options: options).verify()
    }
    ProgressLine.clear()
    let isContinuousIntegration = !["", "0", "false"].contains(ProcessInfo.processInfo.environment["CI"] ?? "")
    var isObsolete = false
    if let baseline {
      guard only.isEmpty, shard == nil else {
        throw ValidationError("--baseline is for all examples; leave out --only and --shard")
      }
      let outcome = try Baseline(path: baseline).apply(to: &report, isWritten: !isContinuousIntegration)
      for line in outcome.obsolete {
        let what =
          isContinuousIntegration ? "error: this no longer belongs in the baseline; remove it" : "removed"
        print("\(baseline): \(what): \(line)")
      }
      isObsolete = isContinuousIntegration && !outcome.obsolete.isEmpty
      if outcome.isNew { print("\(baseline): lists \(outcome.count) failures") }
    }
    if annotations { print(Annotations(report).text, terminator: "") }
    print(Terminal.visible(TextReport(report, isVerbose: verbose).text), terminator: "")
    if let junit {
      let file = URL(fileURLWithPath: junit)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JUnitReport(report).xml.write(to: file, atomically: true, encoding: .utf8)
    }
    if report.failedCount > 0 || isObsolete { throw ExitCode(1) }
  }
}

/// One of several parts of the work.
struct Shard: ExpressibleByArgument {
  var index: Int
  var count: Int

  init?(argument: String) {
    let numbers = argument.split(separator: "/").map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else { return nil }
    (self.index, self.count) = (index, count)
  }
}

import ArgumentParser
import Examples
import Files
import Foundation

/// `docs verify`
package struct VerifyCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compiles and runs every Swift example, and compares what it prints with what is documented.")

  @OptionGroup var check: CheckOptions

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Check only the examples in these changed files, and those that name something public that the files declare. "
        + "A file of code without public names, or one that is gone, affects all.", valueName: "file"))
  var changed: [String] = []

  @Option(name: .customLong("repeat"), help: "Run every example this many times, to find flaky ones.")
  var repetitions = 1

  @Flag(help: "Also check examples that have passed and not changed since.")
  var ignoreCache = false

  @Flag(help: "Compile the examples, and run none.")
  var noRun = false

  @Option(help: "Write the results as JUnit XML to this file.")
  var junit: String?

  @Option(
    help:
      "Let the examples listed in this file fail as they do now. A missing file is written; later, entries are only removed."
  )
  var baseline: String?

  @Flag(help: "Name every example with its verdict, and show what it printed.")
  var verbose = false

  @Flag(help: "Print errors as annotations for GitHub Actions too.")
  var annotations = false

  package init() {}

  package func validate() throws {
    if repetitions < 1 { throw ValidationError("--repeat \(repetitions) runs nothing; write 1 or more") }
    if let baseline {
      guard check.only.isEmpty, changed.isEmpty, !noRun else {
        throw ValidationError("--baseline is for all examples; leave out --only, --changed and --no-run")
      }
      if FileStamp.exists(baseline) { try Baseline(path: baseline).read() }
    }
    guard let junit, FileManager.default.fileExists(atPath: junit) else { return }
    guard let old = FileManager.default.contents(atPath: junit), old.isEmpty || Report.isJUnit(old) else {
      throw ValidationError("--junit \(junit): this is no report; name another file")
    }
  }

  package func run() async throws {
    var verifier = try check.verifier()
    verifier.changed = changed
    verifier.repetitions = repetitions
    verifier.ignoresCache = ignoreCache
    verifier.runsNone = noRun
    var report = try await Interruption.ending(verifier.verify)
    let isContinuousIntegration = CheckOptions.isContinuousIntegration
    var isObsolete = false
    if let baseline {
      let outcome = try Baseline(path: baseline).apply(to: &report, isWritten: !isContinuousIntegration)
      for line in outcome.obsolete {
        let what =
          isContinuousIntegration ? "error: this no longer belongs in the baseline; remove it" : "removed"
        print("\(baseline): \(what): \(line)".visible)
      }
      isObsolete = isContinuousIntegration && !outcome.obsolete.isEmpty
      if outcome.isNew { print("\(baseline): failures listed: \(outcome.count)") }
    }
    if annotations { print(report.annotations.visible, terminator: "") }
    print(report.text(isVerbose: verbose).visible, terminator: "")
    if let junit {
      let file = URL(fileURLWithPath: junit)
      do {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try report.junit.write(to: file, atomically: true, encoding: .utf8)
      } catch {
        throw VerifierError("--junit \(junit): cannot be written: \(error.localizedDescription)")
      }
    }
    if report.failedCount > 0 || isObsolete { throw ExitCode(1) }
  }
}

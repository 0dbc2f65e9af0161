import ArgumentParser
import Examples
import Foundation

/// `docs update`
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Writes what the examples print now into the documents, and shows what changed.",
    discussion: """
      Only the output of examples that run as their documents declare is written. Lines that still match, by '...', \
      '[..]' or a filter, stay as they are. Does nothing where the variable CI is set: output is for people to look at.
      """)

  @OptionGroup var check: CheckOptions

  @Flag(help: "Show what would change, without changing anything.")
  var dryRun = false

  func run() async throws {
    let isContinuousIntegration = !["", "0", "false"].contains(ProcessInfo.processInfo.environment["CI"] ?? "")
    guard dryRun || !isContinuousIntegration else {
      throw ValidationError("documents are not updated where CI is set; run 'docs update' by hand and look at the diff")
    }
    let report = try await check.report()
    let update = Update(report)
    for change in update.changes { print(Terminal.visible(change.difference), terminator: "") }
    for problem in update.problems { print(problem) }
    if !dryRun { try update.write() }
    let rest = report.failedCount - update.count
    print(
      "\(update.count) updated in \(update.changes.count) documents\(dryRun ? " (not written)" : ""), \(rest) failed")
    if rest > 0 { throw ExitCode(1) }
  }
}

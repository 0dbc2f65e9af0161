import ArgumentParser
import Checking
import Examples
import Files

/// `docs update`
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Writes what the examples print now into the documents, and shows what changed.",
    discussion: """
      Only the output of examples that run as their documents declare is written. Lines that still match, by '...' or \
      '[..]', stay as they are. Does nothing where the variable CI is set: output is for people to look at.
      """)

  @OptionGroup var check: CheckOptions

  @Flag(help: "Show what would change, without changing anything.")
  var dryRun = false

  func run() async throws {
    guard dryRun || !CheckOptions.isContinuousIntegration else {
      throw ValidationError("documents are not updated where CI is set; run 'docs update' by hand and look at the diff")
    }
    // Places in --only may have moved after an update.
    let hasPlaces = check.only.contains { $0.contains(":") }
    var (examples, documents, rest) = (Set<String>(), Set<String>(), 0)
    // A second round is for outputs that contain the number of a line that has moved, and the third finds nothing.
    for round in 1...3 {
      let report = try await Interruption.ending(check.verifier().verify)
      let update = Update(report)
      for change in update.changes { print(change.difference.visible, terminator: "") }
      if !dryRun { try update.write() }
      examples.formUnion(update.examples)
      documents.formUnion(update.changes.map(\.file))
      rest = report.failedCount - update.examples.count
      guard dryRun || hasPlaces || update.changes.isEmpty || round == 3 else { continue }
      for problem in update.problems { print("\(problem)".visible) }
      break
    }
    print("\(examples.count) updated in \(documents.count) documents\(dryRun ? " (not written)" : ""), \(rest) failed")
    if rest > 0 { throw ExitCode(1) }
  }
}

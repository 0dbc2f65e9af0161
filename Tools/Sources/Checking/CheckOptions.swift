import ArgumentParser
import Examples
import Files
import Foundation

/// The options of every command that checks examples.
package struct CheckOptions: ParsableArguments {
  @Option(help: "The root of the repository. Default: the nearest folder with a .docs.json, else with a Package.swift.")
  var root: String?

  @Option(
    help: "Check only the examples of this file, folder or declaration, or the one at file:line. May be repeated.")
  package var only: [String] = []

  @Option(help: "How many examples to compile or run at the same time. Default: as many as there are processors.")
  var jobs: Int?

  @Option(help: "What 'swift build' builds the packages with. Default: what it does by itself.")
  var buildSystem: System?

  package enum System: String, ExpressibleByArgument, CaseIterable { case native, swiftbuild }

  package init() {}

  /// Whether a machine runs the command, so that files are not to be changed.
  package static var isContinuousIntegration: Bool {
    !["", "0", "false"].contains(ProcessInfo.processInfo.environment["CI"] ?? "")
  }

  package func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) checks nothing; write 1 or more") }
  }

  /// Checks the examples, and shows progress meanwhile.
  package func report(_ change: (inout Verifier.Options) -> Void = { _ in }) async throws -> Report {
    var options = Verifier.Options()
    options.only = only
    options.jobs = jobs
    options.buildSystem = buildSystem?.rawValue
    options.progress = { ProgressLine.show($0) }
    change(&options)
    let root = RepositoryRoot.find(given: root)
    defer { ProgressLine.clear() }
    return try await Interruption.ending { [options] in try await Verifier(root: root, options: options).verify() }
  }
}

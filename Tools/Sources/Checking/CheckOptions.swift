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

  @Option(
    help:
      "The folder in which 'swift build' builds the packages, perhaps that of another build. Default: one of its own.")
  var scratchPath: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help:
      "An option of 'swift build' in place of the default ones. May be repeated. With those of the other build in --scratch-path, nothing is compiled twice."
  )
  var buildOption: [String] = []

  package enum System: String, ExpressibleByArgument, CaseIterable { case native, swiftbuild }

  package init() {}

  /// Whether a machine runs the command, so that files are not to be changed.
  package static var isContinuousIntegration: Bool {
    !["", "0", "false"].contains(ProcessInfo.processInfo.environment["CI"] ?? "")
  }

  package func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) checks nothing; write 1 or more") }
  }

  /// The verifier that these options ask for.
  package func verifier() throws -> Verifier {
    var verifier = try Verifier(root: RepositoryRoot.find(given: root))
    verifier.only = only
    verifier.width = jobs
    if !buildOption.isEmpty { verifier.buildOptions = buildOption }
    if let buildSystem { verifier.buildOptions += ["--build-system", buildSystem.rawValue] }
    verifier.scratch = scratchPath.map(RepositoryRoot.absolute)
    let locked = ProcessInfo.processInfo.environment["DOCS_LOCKED"].map(RepositoryRoot.absolute)
    if let scratch = verifier.scratch, locked?.hasPrefix(scratch + "/") ?? false {
      throw ValidationError("--scratch-path \(scratch): 'swift package' itself works there; name another folder")
    }
    verifier.progress = { ProgressLine.show($0) }
    return verifier
  }
}

import Files
import Foundation
import Markdown
import Pages

/// Builds a static site from a folder of Markdown.
public struct SiteBuilder {
  /// The result of a build.
  public struct Report: Sendable {
    public var pages = 0
    public var files = 0
    public var changedFiles = 0
    /// Everything that is wrong. A site is only written when none of it is an error.
    public var problems: [Diagnostic] = []

    public var isFailure: Bool { problems.contains { $0.severity == .error } }
  }

  private let sourcePath: String
  private let outputPath: String
  private let root: String
  private let examples: CheckedExamples
  private let symbols: String?
  /// Whether a dead link or anchor is a warning, and the site is written all the same.
  public var warnsOfLinks = false
  /// Whether pages ask the ``LiveScript`` of the site for changes.
  public var isWatched = false

  /// A build from the folder `source` into the folder `output`, with the settings of the repository at `root`; where that
  /// is nil, it is looked for around `source`. The folder `symbols` holds the symbol graphs of what
  /// the API reference is to describe.
  public init(
    source: String, output: String, root: String? = nil, examples: CheckedExamples = CheckedExamples(),
    symbols: String? = nil
  ) {
    self.sourcePath = SiteBuilder.trimmed(source)
    self.outputPath = SiteBuilder.trimmed(output)
    self.root = RepositoryRoot.find(given: root, around: source)
    self.examples = examples
    self.symbols = symbols
  }

  private static func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? trimmed(String(path.dropLast())) : path
  }

  /// The modules whose declarations the reference of the repository at `root` describes.
  ///
  /// - Throws: a `Diagnostic` when the configuration cannot be understood.
  public static func referenceModules(root: String) throws(Diagnostic) -> [String] {
    try Configuration.read(root: root).reference?.flatMap { $0.modules ?? [$0.name] } ?? []
  }

  /// Reads and checks everything, and writes the site if all is well. Files that are the same stay.
  ///
  /// One build at a time works beside a site; another waits.
  public func build() -> Report {
    var report = Report()
    do throws(Diagnostic) {
      let lock = BuildLock(around: outputPath)
      defer { withExtendedLifetime(lock) {} }
      try OutputFolder.refuse(outputPath, inside: sourcePath)
      let inputs = try BuildInputs(
        source: sourcePath, root: root, examples: examples, symbols: symbols, warnsOfLinks: warnsOfLinks,
        liveScript: isWatched ? LiveScript.file(of: outputPath).lastPathComponent : nil)
      var build = try Build(inputs, outputPath: outputPath)
      do throws(Diagnostic) {
        try build.run()
        try finish(&build, inputs, &report)
      } catch {
        build.output.abandon()
        throw error
      }
    } catch {
      report.problems.append(error)
    }
    return report
  }

  private func finish(_ build: inout Build, _ inputs: BuildInputs, _ report: inout Report) throws(Diagnostic) {
    report.pages = inputs.tree.pages.count
    report.problems = build.problems
    guard !report.isFailure else { return build.output.abandon() }
    try build.output.commit()
    report.files = build.output.fileCount
    report.changedFiles = build.output.changedCount
  }
}

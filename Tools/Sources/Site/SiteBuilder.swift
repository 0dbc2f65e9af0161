import Foundation
import Markdown
import Pages

/// Builds a static site from a folder of Markdown.
public struct SiteBuilder {
  /// What a build did.
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
  private let examples: CheckedExamples
  private let symbols: String?

  /// A build from the folder `source` into the folder `output`. The folder `symbols` holds the symbol graphs of what
  /// the API reference is to describe.
  public init(
    source: String, output: String, examples: CheckedExamples = CheckedExamples(), symbols: String? = nil
  ) {
    self.sourcePath = SiteBuilder.trimmed(source)
    self.outputPath = SiteBuilder.trimmed(output)
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
    try Configuration.find(from: root, upTo: nil).reference?.flatMap { $0.modules ?? [$0.name] } ?? []
  }

  /// Reads every page, checks everything, and writes the site if all is well.
  public func build() -> Report {
    var report = Report()
    do {
      var build = try Build(source: sourcePath, outputPath: outputPath, examples: examples, symbols: symbols)
      try build.run()
      report.pages = build.tree.pages.count
      report.problems = build.problems
      if report.isFailure {
        build.output.abandon()
      } else {
        try build.output.commit()
        report.files = build.output.fileCount
        report.changedFiles = build.output.changedCount
      }
    } catch {
      report.problems.append(error)
      if let output = try? OutputFolder(root: outputPath) { output.abandon() }
    }
    return report
  }
}

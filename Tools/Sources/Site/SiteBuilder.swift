import CExchange
import Files
import Foundation
import Markdown

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

  let source: String
  let output: String
  let root: String
  let examples: SavedResults
  let symbols: String?
  /// The documents to make pages of, relative to `source`; nil for all in it.
  public var documents: [String]?
  /// Whether a dead link or anchor is a warning, and the site is written all the same.
  public var warnsOfLinks = false
  /// Whether the packages are as they were when the examples were checked.
  public var areExamplesCurrent = false
  /// Whether pages ask the ``LiveScript`` of the site for changes.
  public var isWatched = false

  /// A build from the folder `source` into the folder `output`, with the settings of the repository at `root`; where that
  /// is nil, it is looked for around `source`. The folder `symbols` holds the symbol graphs of what
  /// the API reference is to describe.
  public init(
    source: String, output: String, root: String? = nil, examples: SavedResults = SavedResults(),
    symbols: String? = nil
  ) {
    self.source = SiteBuilder.trimmed(source)
    self.output = SiteBuilder.trimmed(output)
    self.root = RepositoryRoot.find(given: root, around: source)
    self.examples = examples
    self.symbols = symbols
  }

  private static func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? trimmed(String(path.dropLast())) : path
  }

  /// The results for the examples in a file.
  func results(ofFile path: String) -> ExampleResults {
    guard !examples.documents.isEmpty, let file = RepositoryRoot.path(of: path, from: root) else {
      return ExampleResults()
    }
    return ExampleResults(examples, of: file, areCurrent: areExamplesCurrent)
  }

  /// Reads and checks everything, and writes the site unless something is an error. Files that are the same are not written
  /// again.
  ///
  /// One build at a time works beside a site; another waits.
  public func build() -> Report {
    var report = Report()
    docs_expect_large_heaps()
    do throws(Diagnostic) {
      try OutputFolder.refuse(output, inside: source)
      let folder = URL(fileURLWithPath: RepositoryRoot.absolute(output)).deletingLastPathComponent().path
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let lock = open(folder, O_RDONLY | O_CLOEXEC)
      defer { close(lock) }
      flock(lock, LOCK_EX)
      var build = try Build(self)
      defer { build.output.removeStaging() }
      try build.run()
      report.pages = build.tree.pages.count
      report.problems = build.problems
      guard !report.isFailure else { return report }
      try build.output.commit()
      report.files = build.output.fileCount
      report.changedFiles = build.output.changedCount
    } catch {
      report.problems.append(error)
    }
    return report
  }
}

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

  /// The file of settings that holds for the site, or where one would be.
  public var settings: String {
    Configuration.path(from: sourcePath, upTo: Repository.top(around: sourcePath)) ?? Configuration.fileName
  }

  /// Reads what has changed, checks everything, and writes the site if all is well.
  ///
  /// What comes out is the same as if all had been read: where a change can reach further than its own page, all is.
  public func build() -> Report {
    var report = Report()
    do {
      let inputs = try BuildInputs(
        source: sourcePath, outputPath: outputPath, examples: examples, symbols: symbols)
      if let state = BuildState.read(in: outputPath, key: inputs.key), let done = try update(inputs, state) {
        return done
      }
      var build = try Build(inputs, outputPath: outputPath)
      try build.run()
      try finish(&build, inputs, &report)
    } catch {
      report.problems.append(error)
      if let output = try? OutputFolder(root: outputPath) { output.abandon() }
    }
    return report
  }

  /// Renders the pages that have changed since `state`; nil when that is not all there is to do.
  private func update(_ inputs: BuildInputs, _ state: BuildState) throws(Diagnostic) -> Report? {
    guard state.pages.count == inputs.tree.pages.count,
      state.outputs.allSatisfy({ FileStamp(path: "\(outputPath)/\($0.path)") == $0.stamp }),
      state.copies.allSatisfy({ FileStamp(path: "\(inputs.tree.root)/\($0.path)") == $0.stamp })
    else { return nil }
    // Of a page without a stamp nobody knows.
    let changed = inputs.tree.pages.indices.filter {
      state.pages[$0].stamp != inputs.stamps[$0] || inputs.stamps[$0] == .none
    }
    var report = Report()
    report.pages = inputs.tree.pages.count
    report.files = state.outputs.count
    if changed.isEmpty { return report }
    guard changed.count <= max(state.pages.count / 8, 4) else { return nil }
    var build = try Build(inputs, outputPath: outputPath)
    guard try build.update(changed, from: state) else {
      build.output.abandon()
      return nil
    }
    try finish(&build, inputs, &report)
    return report
  }

  private func finish(_ build: inout Build, _ inputs: BuildInputs, _ report: inout Report) throws(Diagnostic) {
    report.pages = inputs.tree.pages.count
    report.problems = build.problems
    guard !report.isFailure else { return build.output.abandon() }
    // What was warned of must be warned of again.
    let state = build.problems.isEmpty ? build.state : nil
    try build.output.commit { written in
      guard var state else { return nil }
      state.outputs = written
      return state.bytes
    }
    report.files = build.output.fileCount
    report.changedFiles = build.output.changedCount
  }
}
